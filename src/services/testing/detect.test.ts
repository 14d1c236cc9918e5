import { expect, test } from "vitest";
import { treeInMemory } from "../../../test/support/direct-execution.ts";
import { createTestRunner } from "./index.ts";

const runner = createTestRunner({
  execute: () => Promise.reject(new Error("detection runs nothing")),
  nodeProgram: "node",
  resourceFolder: "/resources",
  defaults: { timeoutMs: 1 },
});

const NODE_TEST = "import test from 'node:test';\n";
const PYTEST = "def test_a():\n    pass\n";
const UNITTEST = "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n";

test.each<[string, Record<string, string>, string[]]>([
  ["nothing", { "README.md": "" }, []],
  [
    "a monorepo of two languages",
    {
      "web/package.json": '{"scripts":{"test":"jest"}}',
      "api/pyproject.toml": "",
      "api/tests/test_a.py": PYTEST,
    },
    ["jest in web", "pytest in api"],
  ],
  [
    "two languages in one folder",
    { "package.json": '{"scripts":{"test":"node --test"}}', "test_a.py": PYTEST },
    ["node:test in .", "pytest in ."],
  ],
  [
    "the script has priority over dependencies",
    {
      "package.json": '{"scripts":{"test":"mocha"},"devDependencies":{"jest":"1","vitest":"1","mocha":"1"}}',
    },
    ["mocha in ."],
  ],
  [
    "a script that runs another",
    { "package.json": '{"scripts":{"test":"npm run lint && npm run unit","lint":"x","unit":"vitest run"}}' },
    ["vitest in ."],
  ],
  ["npx", { "package.json": '{"scripts":{"test":"npx --no-install jest"}}' }, ["jest in ."]],
  [
    "pnpm exec",
    { "package.json": '{"scripts":{"test":"CI=1 c8 --all pnpm exec vitest run"}}' },
    ["vitest in ."],
  ],
  ["a path", { "package.json": '{"scripts":{"test":"node ./node_modules/.bin/mocha"}}' }, ["mocha in ."]],
  [
    "two tools in one script",
    { "package.json": '{"scripts":{"test":"jest && mocha"}}' },
    ["jest in .", "mocha in ."],
  ],
  [
    "configuration takes precedence over a dependency",
    { "package.json": '{"devDependencies":{"jest":"1"}}', "vitest.config.ts": "" },
    ["vitest in ."],
  ],
  [
    "a dependency takes precedence over files",
    { "package.json": '{"devDependencies":{"jest":"1"}}', "a.test.js": NODE_TEST },
    ["jest in ."],
  ],
  [
    "workspaces that each have a runner",
    {
      "package.json": '{"workspaces":["packages/*"],"scripts":{"test":"npm test --workspaces"}}',
      "packages/a/package.json": '{"scripts":{"test":"jest"}}',
      "packages/b/package.json": '{"scripts":{"test":"vitest"}}',
    },
    ["jest in packages/a", "vitest in packages/b"],
  ],
  [
    "packages that the root runs",
    {
      "package.json": '{"scripts":{"test":"vitest run"}}',
      "packages/a/package.json": '{"scripts":{"test":"vitest"},"devDependencies":{"vitest":"1"}}',
    },
    ["vitest in ."],
  ],
  [
    "pytest configured in a subfolder",
    { "backend/pytest.ini": "[pytest]\n", "backend/tests/test_a.py": PYTEST },
    ["pytest in backend"],
  ],
  ["pytest also runs unittest cases", { "test_a.py": UNITTEST, "test_b.py": PYTEST }, ["pytest in ."]],
  ["unittest alone", { "tests/test_a.py": UNITTEST }, ["unittest in ."]],
  [
    "unittest cases in a project that uses pytest",
    { "requirements-dev.txt": "pytest==8\n", "tests/test_a.py": UNITTEST },
    ["pytest in ."],
  ],
  [
    "go next to rust",
    {
      "go.mod": "module a\n",
      "a_test.go": "package a\n",
      "native/Cargo.toml": "[package]\n",
      "native/src/lib.rs": "",
    },
    ["go test in .", "cargo test in native"],
  ],
  [
    "two files that configure the same suite",
    { "pyproject.toml": "[tool.pytest.ini_options]\n", "tox.ini": "[pytest]\n", "test_a.py": PYTEST },
    ["pytest in ."],
  ],
  ["an unknown tool", { "package.json": '{"scripts":{"test":"zora"}}' }, ["command in ."]],
  [
    "an unknown tool next to a known one",
    { Makefile: "test:\n\tpytest\n", "test_a.py": PYTEST },
    ["pytest in ."],
  ],
  [
    "the placeholder of npm init",
    { "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    [],
  ],
  ["a broken package.json", { "package.json": "{", "test_a.py": PYTEST }, ["pytest in ."]],
  [
    "test files in node_modules",
    { "node_modules/x/a.test.js": NODE_TEST, "node_modules/x/package.json": '{"scripts":{"test":"jest"}}' },
    [],
  ],
])("%s", async (_, files, expected) => {
  const suites = await runner.detect(treeInMemory(files));
  expect(suites.map(({ framework, root }) => `${framework} in ${root}`)).toEqual(expected);
  for (const { why } of suites) expect(why).not.toBe("");
});

test.each<[string, string, string, boolean]>([
  ["pytest", ".", "tests/test_a.py", true],
  ["pytest", ".", "tests/data/sample.json", true],
  ["pytest", ".", "conftest.py", true],
  ["pytest", ".", "pytest.ini", true],
  ["pytest", ".", "src/contest.py", false],
  ["pytest", ".", "latest.py", false],
  ["pytest", "api", "web/tests/test_a.py", false],
  ["unittest", ".", "test_a.py", true],
  ["node:test", ".", "test/helper.js", true],
  ["node:test", ".", "src/a.test.mjs", true],
  ["node:test", ".", "src/latest.js", false],
  ["jest", ".", "src/__snapshots__/a.test.js.snap", true],
  ["jest", ".", "jest.config.ts", true],
  ["jest", "web", "web/src/a.spec.tsx", true],
  ["jest", ".", "src/index.ts", false],
  ["vitest", ".", "vitest.config.ts", true],
  ["mocha", ".", ".mocharc.yml", true],
  ["go test", ".", "pkg/a_test.go", true],
  ["go test", ".", "pkg/testdata/in.txt", true],
  ["go test", ".", "pkg/a.go", false],
  ["cargo test", ".", "tests/a.rs", true],
  ["cargo test", ".", "src/lib.rs", false],
])("%s in %s: %s is a test file: %s", (framework, root, path, expected) => {
  expect(runner.isTestFile(path, [{ framework, root, why: "" }])).toBe(expected);
});
