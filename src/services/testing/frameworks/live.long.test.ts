import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmation, executeDirectly, temporaryTree } from "../../../../test/support/direct-execution.ts";
import { differences } from "../../../../test/support/frameworks/compare.ts";
import { confirmedDifferences } from "../../../../test/support/frameworks/confirmed.ts";
import { situations } from "../../../../test/support/frameworks/index.ts";
import { answers, mayLack } from "../../../../test/support/toolchains.ts";
import { createTestRunner } from "../index.ts";

const modules = resolve(import.meta.dirname, "../../../../node_modules");
const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "../resources"),
  defaults: { timeoutMs: 60_000 },
});

/** The real tools, with a few situations each; `npm run battery:frameworks` runs all of them. */
const TOOLS = [
  { framework: "node:test", names: ["fail", "nested", "exit in the middle"], isThere: () => true },
  {
    framework: "pytest",
    names: ["fail", "parametrised", "crash"],
    isThere: () => answers("python3", ["-m", "pytest", "--version"]),
  },
  {
    framework: "unittest",
    names: ["fail", "subtests", "import error"],
    isThere: () => answers("python3"),
  },
  { framework: "vitest", names: ["fail"], isThere: () => isInstalled("vitest") },
  { framework: "jest", names: ["fail", "one test"], isThere: () => isInstalled("jest") },
  { framework: "mocha", names: ["fail", "import error", "one test"], isThere: () => isInstalled("mocha") },
  { framework: "go test", names: ["fail"], isThere: () => answers("go", ["version"]) },
  { framework: "cargo test", names: ["fail"], isThere: () => answers("cargo") },
];

describe.each(TOOLS)("$framework, live", ({ framework, names, isThere }) => {
  const missing = mayLack(isThere(), framework);
  const table = (situations[framework] ?? []).filter(({ name }) => names.includes(name));
  test.skipIf(missing).each(table.map((each) => [each.name, each] as const))("%s", async (_, situation) => {
    const lent = existsSync(join(modules, framework)) ? [{ source: modules, at: "node_modules" }] : [];
    using tree = temporaryTree(situation.files, lent);
    const { selection } = situation;
    const chosen = selection ? { selection } : {};
    const suite = { framework, root: ".", why: "live" };
    const { result } = await runner.run(tree, suite, chosen);
    expect(differences(situation, result)).toEqual([]);
    const confirmed = await runner.run(tree, suite, { ...chosen, confirmation });
    expect(confirmedDifferences(framework, situation, confirmed.result)).toEqual([]);
  });
});

function isInstalled(name: string): boolean {
  return existsSync(join(modules, name, "package.json"));
}
