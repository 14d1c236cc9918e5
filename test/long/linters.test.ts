import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/services/conformance/fixture-database.ts";
import { memoryExports } from "../../src/services/conformance/fixture-exports.ts";
import { createConformance, type Execute, loadContracts } from "../../src/services/conformance/index.ts";
import { answers } from "../support/toolchains.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-linters-")));
const page = readFileSync(join(import.meta.dirname, "../../docs/conformance.md"), "utf8");
const recipes = /### Linters[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const contracts = loadContracts([
  {
    path: "linters.yaml",
    text: `id: linters\ndescription: x\napplies_to: ["**"]\nchecks:\n${recipes.replace(/^/gm, "  ")}`,
  },
]);

const FILES: Readonly<Record<string, string>> = {
  "a.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Printf("%d", "x")\n}\n',
  "eslint.config.mjs": 'export default [{ rules: { "no-var": "error" } }];\n',
  "go.mod": "module x\n\ngo 1.21\n",
  "src/a.js": "var a = 1;\n",
  "src/a.py": "import os\n",
  "src/t.ts": 'export const a: number = "";\n',
  "tsconfig.json": '{"compilerOptions":{"strict":true,"types":[]},"include":["src/t.ts"]}\n',
};
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
afterAll(() => rmSync(root, { recursive: true, force: true }));

const execute: Execute = async ([program = "", ...args]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  return { exitCode: status, stdout, stderr };
};

describe("the recipes of docs/conformance.md, with the real programs", () => {
  it.skipIf(!answers("ruff"))("ruff (skipped without ruff)", () => finds("ruff", "src/a.py:1"));
  it.skipIf(!answers("tsc"))("tsc (skipped without tsc)", () => finds("tsc", "src/t.ts:1"));
  it.skipIf(!answers("eslint"))("eslint (skipped without eslint)", () => finds("eslint", "src/a.js:1"));
  it.skipIf(!answers("go", ["version"]))("go vet (skipped without go)", () => finds("go-vet", "a.go:6"));
});

async function finds(check: string, place: string): Promise<void> {
  const conformance = createConformance({ database: openDatabase(), exports: memoryExports() });
  const request = {
    contracts,
    files: Object.keys(FILES).map((path) => ({ path })),
    read: async (path: string) => readFileSync(join(root, path), "utf8"),
    execute,
    tree: { roots: [root], exists: async () => false },
    checks: [check],
  };
  const run = await conformance.check(request, new Date(0).toISOString());
  expect(run.problems).toEqual([]);
  expect(run.items.map(({ violation }) => `${violation.file_path}:${violation.line}`)).toEqual([place]);
}
