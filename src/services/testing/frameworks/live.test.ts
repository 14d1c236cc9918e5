import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestRunner } from "../index.ts";
import { confirmation, executeDirectly, temporaryTree } from "../test-support.ts";
import { differences } from "./test-support/compare.ts";
import { confirmedDifferences } from "./test-support/confirmed.ts";
import { situations } from "./test-support/index.ts";

const modules = resolve(import.meta.dirname, "../../../../node_modules");
const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "../resources"),
  defaults: { timeoutMs: 60_000 },
});

/** The real tools, on a few situations each; all of them are run by `npm run battery:frameworks`. */
const TOOLS = [
  { framework: "node:test", names: ["fail", "nested", "exit in the middle"], isThere: () => true },
  {
    framework: "pytest",
    names: ["fail", "parametrised", "crash"],
    isThere: () => answers("python3", "-m", "pytest", "--version"),
  },
  {
    framework: "unittest",
    names: ["fail", "subtests", "import error"],
    isThere: () => answers("python3", "--version"),
  },
  { framework: "vitest", names: ["fail"], isThere: () => isInstalled("vitest") },
  { framework: "jest", names: ["fail"], isThere: () => isInstalled("jest"), optional: true },
  {
    framework: "mocha",
    names: ["fail", "import error"],
    isThere: () => isInstalled("mocha"),
    optional: true,
  },
  { framework: "go test", names: ["fail"], isThere: () => answers("go", "version") },
  { framework: "cargo test", names: ["fail"], isThere: () => answers("cargo", "--version") },
];

describe.each(TOOLS)("$framework, live", ({ framework, names, isThere, optional }) => {
  const missing = !isThere();
  if (missing && !optional && process.env.CI === "true") {
    test("is on a machine that promises it", () => expect.fail(`${framework} is not installed`));
    return;
  }
  const table = (situations[framework] ?? []).filter(({ name }) => names.includes(name));
  test.skipIf(missing).each(table.map((each) => [each.name, each] as const))("%s", async (_, situation) => {
    const lent = existsSync(join(modules, framework)) ? [{ source: modules, at: "node_modules" }] : [];
    using tree = temporaryTree(situation.files, lent);
    const suite = { framework, root: ".", why: "live" };
    const { result } = await runner.run(tree, suite);
    expect(differences(situation, result)).toEqual([]);
    const confirmed = await runner.run(tree, suite, { confirmation });
    expect(confirmedDifferences(framework, situation, confirmed.result)).toEqual([]);
  });
});

function answers(program: string, ...words: string[]): boolean {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function isInstalled(name: string): boolean {
  return existsSync(join(modules, name, "package.json"));
}
