import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { answers, isMissing, mayLack } from "../../../test/support/toolchains.ts";
import shared from "./resources/shared.json" with { type: "json" };
import { VERDICTS } from "./validate/worker.ts";

const folder = join(import.meta.dirname, "resources");
const top = fileURLToPath(new URL("../../..", import.meta.url));
const ownRuff = join(top, "tools/python/bin/ruff");
const ruff = existsSync(ownRuff) ? ownRuff : "ruff";
const noRuff = mayLack(answers(ruff), "Ruff (`npm run tools:python` installs it)");
const names = globSync("*.{py,mjs}", { cwd: folder });
const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));

describe("the protocol of the workers", () => {
  it("has the same verdict numbers as the search", () => {
    const verdicts = VERDICTS.map((verdict, number) => [verdict.toUpperCase(), number]);
    expect(shared.verdicts).toEqual(Object.fromEntries(verdicts));
  });

  it.each(Object.keys(shared.limits))("%s is written in shared.json only, for several workers", (name) => {
    const users = [...texts.values()].filter((text) =>
      new RegExp(`(?:limits\\.|LIMITS\\[")${name}\\b`).test(text),
    );
    expect(users.length).toBeGreaterThan(1);
  });

  it.each([...texts])("%s writes no shared number itself", (_name, text) => {
    expect(writtenIn(text)).toEqual([]);
  });

  it("recognizes a number that is written again", () => {
    expect(writtenIn("MOST_OWN = 40\n")).toEqual(["MOST_OWN"]);
    expect(writtenIn("FAILED, PARTLY = 0, 4\n")).toEqual(["FAILED", "PARTLY"]);
    expect(writtenIn("const [BROKEN] = [3];\nconst DEADLINE = 0.9;\n")).toEqual(["BROKEN", "DEADLINE"]);
    expect(writtenIn("const { BROKEN } = shared.verdicts;\n")).toEqual([]);
    expect(writtenIn('MOST_OWN = LIMITS["MOST_OWN"]\n')).toEqual([]);
  });

  it.each([
    ["python_worker.py", ["try", "cold", "compare", "values"]],
    ["javascript-worker.mjs", ["open", "compare", "values"]],
    ["compiled-worker.mjs", ["open", "cold", "compare"]],
  ])("%s supports the requests that the search makes", (name, operations) => {
    for (const operation of operations) expect(texts.get(name)).toContain(`"${operation}"`);
  });
});

/** The shared numbers that a worker writes itself: `A, B = 0, 1`, `const [A, B] = [0, 1];`, `const A = 0;`. */
function writtenIn(text: string): string[] {
  const names = new Set([...Object.keys(shared.verdicts), ...Object.keys(shared.limits)]);
  const constants = text.matchAll(/^(?:const )?\[?([A-Z][A-Z_, ]*)\]? = \[?\d/gm);
  return [...constants].flatMap(([, left = ""]) => left.split(", ").filter((name) => names.has(name)));
}

describe("resources that TypeScript does not check", () => {
  it.skipIf(isMissing("python3"))(
    "Python compiles, and every name is defined and used (skipped without python3)",
    () => {
      const lint = fileURLToPath(new URL("../../../test/support/python_lint.py", import.meta.url));
      const files = globSync("../*/resources/*.py", { cwd: import.meta.dirname });
      expect(files.length).toBeGreaterThan(15);
      const paths = files.map((each) => join(import.meta.dirname, each));
      expect(execFileSync("python3", [lint, ...paths], { encoding: "utf8" })).toBe("");
    },
  );

  it.skipIf(noRuff)("Python passes Ruff (skipped without ruff)", () => {
    const check = (...more: string[]) =>
      spawnSync(ruff, ["check", "--no-cache", "--quiet", ...more, "."], { cwd: top, encoding: "utf8" });
    const seen = check("--show-files").stdout.trim().split("\n");
    const files = globSync(["src/services/*/resources/*.py", "test/support/*.py"], { cwd: top });
    expect(seen.sort()).toEqual(files.map((path) => join(top, path)).sort());
    expect(check()).toMatchObject({ stdout: "", stderr: "", status: 0 });
  });

  it.skipIf(isMissing("go", ["version"]))("Go passes vet and gofmt (skipped without go)", () => {
    const tree = mkdtempSync(join(tmpdir(), "agentforge-vet-"));
    try {
      copyFileSync(join(folder, "go_probe_support.go"), join(tree, "support.go"));
      writeFileSync(join(tree, "go.mod"), "module example.com/vet\n\ngo 1.21\n");
      writeFileSync(join(tree, "generated.go"), GENERATED);
      const env = { ...process.env, GOTOOLCHAIN: "local", GOFLAGS: "" };
      expect(execFileSync("gofmt", ["-l", "."], { cwd: tree, env, encoding: "utf8" })).toBe("");
      execFileSync("go", ["vet", "./..."], { cwd: tree, env, stdio: "pipe" });
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });
});

/** What `go-program.mjs` generates for the package under comparison. */
const GENERATED = `package agentforge

import "reflect"

const (
	afPackage = "vet"
	afModule  = "example.com/vet"
)

var afTypes = map[string]reflect.Type{}

func afAims() map[string]interface{} { return nil }
`;
