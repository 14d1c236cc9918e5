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
import { VERDICTS } from "./validate/worker.ts";

const folder = join(import.meta.dirname, "resources");
const top = fileURLToPath(new URL("../../..", import.meta.url));
const ownRuff = join(top, "tools/python/bin/ruff");
const ruff = existsSync(ownRuff) ? ownRuff : "ruff";
const noRuff = mayLack(answers(ruff), "Ruff (`npm run tools:python` installs it)");
const names = globSync("*.{py,mjs}", { cwd: folder });
const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/** Constants by name, as each file writes them: `A, B = 0, 1`, `const [A, B] = [0, 1];`, `const A = 0;`. */
function constantsOf(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [, left = "", right = ""] of text.matchAll(
    /^(?:const )?\[?([A-Z][A-Z_, ]*)\]? = \[?([^\];\n]+)/gm,
  )) {
    const values = right.split(",").map((each) => Number(each.trim().replaceAll("_", "")));
    for (const [at, name] of left.split(",").entries()) found.set(name.trim(), values[at] ?? Number.NaN);
  }
  return found;
}

describe("the protocol of the workers", () => {
  const verdicts: ReadonlyMap<string, number> = new Map(
    VERDICTS.map((verdict, number) => [verdict.toUpperCase(), number]),
  );

  it.each([
    ["agentforge_children.py", 8],
    ["javascript-judge.mjs", 5],
    ["javascript-worker.mjs", 1],
    ["compiled-worker.mjs", 6],
  ])("%s uses the same verdict numbers as the search", (name, count) => {
    const written = [...constantsOf(texts.get(name) ?? "")].filter(([each]) => verdicts.has(each));
    expect(written).toHaveLength(count);
    for (const [each, number] of written) expect([each, number]).toEqual([each, verdicts.get(each)]);
  });

  it.each([
    ["python_worker.py", ["try", "cold", "compare"]],
    ["javascript-worker.mjs", ["open", "compare"]],
    ["compiled-worker.mjs", ["open", "cold", "compare"]],
  ])("%s supports the requests that the search makes", (name, operations) => {
    for (const operation of operations) expect(texts.get(name)).toContain(`"${operation}"`);
  });

  /** Numbers with the same meaning in each language, so that comparisons are equally thorough. */
  it.each([
    ["MOST_OWN", ["python_probe.py", "javascript-probe.mjs", "go-probe.mjs"]],
    ["DEADLINE", ["python_probe.py", "javascript-probe.mjs"]],
    ["MOST_PER_FUNCTION", ["agentforge_calls.py", "javascript-probe.mjs"]],
    ["MOST_PER_VALUE", ["agentforge_vary.py", "javascript-vary.mjs"]],
    ["MOST_FIELDS", ["agentforge_vary.py", "javascript-vary.mjs"]],
    ["PARALLEL", ["agentforge_vary.py", "javascript-vary.mjs"]],
    ["MOST_STEPS", ["agentforge_steps.py", "javascript-sequences.mjs"]],
    ["MOST_VALUES", ["agentforge_programs.py", "javascript-programs.mjs"]],
    ["MOST_SINGLE", ["agentforge_programs.py", "javascript-programs.mjs"]],
    ["EARLY", ["agentforge_programs.py", "javascript-histories.mjs"]],
    ["MOST_FEATURES", ["agentforge_programs.py", "javascript-histories.mjs"]],
    ["PROBED_TARGETS", ["agentforge_workshop.py", "javascript-judge.mjs"]],
    ["MOST_SLOW", ["agentforge_replay.py", "javascript-replay.mjs"]],
    [
      "MOST_ITEMS",
      ["agentforge_compare.py", "agentforge_replay.py", "javascript-calls.mjs", "javascript-judge.mjs"],
    ],
  ])("%s is the same in every language", (constant, files) => {
    const values = files.map((name) => constantsOf(texts.get(name) ?? "").get(constant));
    expect(values[0]).toEqual(expect.any(Number));
    expect(new Set(values).size).toBe(1);
  });
});

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
