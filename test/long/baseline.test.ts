import { lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import type { Repository } from "../support/repository.ts";

const FILE = ".agentforge/contracts/baseline.json";
let repository: Repository;
beforeEach(() => {
  repository = smallProject();
});
afterEach(() => repository.remove());

const run = (...args: string[]) => agentforge(repository.path, ["conformance", ...args]);

it("makes a repository with old violations green, and a new one red", async () => {
  const kept = await run("baseline", "--json");
  expect(kept.json).toMatchObject({ kept: 5, added: 5, gone: 0, fresh: 0 });
  const green = await run("check");
  expect(green.exitCode).toBe(0);
  expect(green.stdout).toContain("no new violations, 5 in the baseline");

  repository.write("fresh.js", "export const isOne = (n) => n == 1;\n");
  const red = await run("check", "--json");
  expect(red.exitCode).toBe(1);
  expect(red.json).toMatchObject({ violations: [{ file_path: "fresh.js" }], in_baseline: 5 });
  const sarif = await run("check", "--format", "sarif");
  expect(JSON.parse(sarif.stdout).runs[0].results).toHaveLength(1);
  const all = await run("check", "--no-baseline", "--json");
  expect([all.exitCode, all.json.violations.length]).toEqual([1, 6]);
});

it("only shrinks, unless new violations are accepted", async () => {
  await run("baseline");
  const one = repository.read("one.js");
  repository.write("one.js", one.replace(" == ", " === "));
  repository.write("fresh.js", "export const isOne = (n) => n == 1;\n");
  const shrunk = await run("baseline", "--json");
  expect(shrunk.exitCode).toBe(1);
  expect(shrunk.json).toMatchObject({ kept: 4, gone: 1, added: 0, fresh: 1 });
  repository.write("one.js", one);
  expect((await run("check", "--json")).json.violations).toHaveLength(2);
  const accepted = await run("baseline", "--accept-new", "--json");
  expect(accepted.json).toMatchObject({ kept: 6, added: 2, fresh: 0 });
  expect((await run("check")).exitCode).toBe(0);
});

it("--since reports what the branch changed, committed or not, but not what the other branch added since", async () => {
  const commit = (name: string) => {
    repository.write(name, "export const isOne = (n) => n == 1;\n");
    repository.git("add", name);
    repository.git("commit", "-qm", name);
  };
  const main = repository.git("branch", "--show-current").trim();
  repository.git("checkout", "-qb", "feature");
  commit("fresh.js");
  repository.git("checkout", "-q", main);
  commit("theirs.js");
  repository.git("checkout", "-q", "feature");
  repository.write("now.js", "export const isTwo = (n) => n == 2;\n");
  const found = await run("check", "--since", main, "--json");
  expect(found.json.violations.map((each: { file_path: string }) => each.file_path).sort()).toEqual([
    "fresh.js",
    "now.js",
  ]);
  const unknown = await run("check", "--since", "no-such-branch");
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("no commit no-such-branch"),
  ]);
});

it("still allows old violations to be fixed", async () => {
  await run("baseline");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "baseline");
  const fix = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"]);
  expect(fix.json.fixed).toBeGreaterThan(0);
});

it("is not written if a check could not run, nor through a link, and damage is reported", async () => {
  const outside = join(repository.path, "outside.json");
  writeFileSync(outside, "mine\n");
  symlinkSync(outside, join(repository.path, FILE));
  expect((await run("check")).stderr).toContain("not a plain file");
  rmSync(join(repository.path, FILE));
  expect((await run("baseline")).exitCode).toBe(0);
  expect(lstatSync(join(repository.path, FILE)).isFile()).toBe(true);
  expect(readFileSync(outside, "utf8")).toBe("mine\n");

  repository.write(FILE, '{ "version": 1, "violations": [{}] }\n');
  const damaged = await run("check");
  expect([damaged.exitCode, damaged.stderr]).toEqual([2, expect.stringContaining(`${FILE} cannot be read`)]);
  rmSync(join(repository.path, FILE));
  repository.write(
    ".agentforge/contracts/lint.yaml",
    "id: lint\ndescription: x\nchecks:\n  - id: gone\n    message: x\n    command: { run: [no-such-linter], format: sarif }\n",
  );
  const refused = await run("baseline");
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("lint/gone could not run")]);
});

it("recognizes code with a secret, whether it was recorded with a placeholder or just found", async () => {
  const key = `AKIA${"Q7W3E9R5T1Y8U2I6"}`;
  repository.write("token.js", `export const isOurs = (token) => token == "${key}";\n`);
  await run("check");
  expect((await run("baseline", "--json")).json).toMatchObject({ kept: 6 });
  repository.write("other.js", "export const one = 1;\n");
  const checked = await run("check", "--json");
  expect([checked.exitCode, checked.json.in_baseline]).toEqual([0, 6]);
});
