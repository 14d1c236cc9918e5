import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { executeDirectly, temporaryTree, treeInMemory } from "../../../test/support/direct-execution.ts";
import { noPytest } from "../../../test/support/toolchains.ts";
import type { TestRun, TestTree } from "../../domain/ports/testing.ts";
import { createTestRunner, mergeResults, whyNotStarted } from "./index.ts";

const OPTIONS = {
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "resources"),
  defaults: { timeoutMs: 30_000 },
};
const runner = createTestRunner(OPTIONS);

const JAVASCRIPT = {
  "package.json": '{"scripts":{"test":"node --test"}}',
  "calc.js": "exports.add = (a, b) => {\n  return a - b;\n};\nexports.half = (a) => {\n  return a / 2;\n};\n",
  "test/calc.test.js": `const { test } = require("node:test");
const assert = require("node:assert");
const { add, half } = require("../calc.js");
test("adds", () => {
  assert.strictEqual(add(1, 2), 3);
});
test("halves", () => assert.strictEqual(half(4), 2));
`,
  "test/other.test.js": 'require("node:test").test("other", () => {});\n',
};

const PYTHON = {
  "calc.py": "def add(a, b):\n    return a - b\n\n\ndef half(a):\n    return a / 2\n",
  "tests/test_calc.py":
    "from calc import add, half\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_halves():\n    assert half(4) == 2\n",
  "tests/test_other.py": "def test_other():\n    pass\n",
};

const SIDES = [
  {
    name: "node:test",
    files: JAVASCRIPT,
    adds: "test/calc.test.js > adds",
    halves: "test/calc.test.js > halves",
    file: "test/calc.test.js",
    source: "calc.js",
    addLine: 2,
    halfLine: 5,
    failure: { type: "AssertionError", line: 5, message: /-1 !== 3/ },
  },
  {
    name: "pytest",
    files: PYTHON,
    adds: "tests/test_calc.py::test_adds",
    halves: "tests/test_calc.py::test_halves",
    file: "tests/test_calc.py",
    source: "calc.py",
    addLine: 2,
    halfLine: 6,
    failure: { type: "AssertionError", line: 5, message: /assert -1 == 3/ },
  },
];

async function runIn(tree: TestTree, options?: Parameters<typeof runner.run>[2]): Promise<TestRun> {
  const [suite] = await runner.detect(tree);
  if (!suite) throw new Error("nothing detected");
  return runner.run(tree, suite, options);
}

describe.each(SIDES)("$name", (side) => {
  const test = it.skipIf(side.name === "pytest" && noPytest);

  test("runs all tests and locates the failure", async () => {
    using tree = temporaryTree(side.files);
    const { result, coverage, perTest } = await runIn(tree);
    expect(result).toMatchObject({
      status: "failed",
      total_tests: 3,
      passed: 2,
      failed: 1,
      errors: 0,
      skipped: 0,
    });
    expect(result.framework).toBe(side.name);
    expect(result.failures).toHaveLength(1);
    const [failure] = result.failures;
    expect(failure).toMatchObject({
      test_id: side.adds,
      test_file: side.file,
      line_number: side.failure.line,
    });
    expect(failure?.error_type).toBe(side.failure.type);
    expect(failure?.error_message).toMatch(side.failure.message);
    expect([coverage, perTest]).toEqual([null, null]);
  });

  test("runs one file", async () => {
    using tree = temporaryTree(side.files);
    const { result } = await runIn(tree, { selection: { kind: "files", files: [side.file] } });
    expect(result.tests.map(({ id }) => id)).toEqual([side.adds, side.halves]);
  });

  test("runs one test by its id", async () => {
    using tree = temporaryTree(side.files);
    const { result } = await runIn(tree, { selection: { kind: "tests", ids: [side.halves] } });
    expect(result.tests.map(({ id, status }) => [id, status])).toEqual([[side.halves, "passed"]]);
    expect(result.status).toBe("passed");
  });

  test("ignores an id that does not exist next to one that does", async () => {
    using tree = temporaryTree(side.files);
    const ids = [side.halves, `${side.halves}_gone`];
    const { result } = await runIn(tree, { selection: { kind: "tests", ids } });
    expect(result.tests.map(({ id }) => id)).toEqual([side.halves]);
    expect(result.status).toBe("passed");
  });

  test("measures executed lines, in total and per test", async () => {
    using tree = temporaryTree(side.files);
    const options = { coverageOf: [side.source], perTestCoverage: true };
    const { coverage, perTest, result } = await runIn(tree, options);
    expect(coverage?.[side.source]?.executed).toEqual(expect.arrayContaining([side.addLine, side.halfLine]));
    expect(perTest?.[side.adds]?.[side.source]).toContain(side.addLine);
    expect(perTest?.[side.adds]?.[side.source]).not.toContain(side.halfLine);
    expect(perTest?.[side.halves]?.[side.source]).toContain(side.halfLine);
    expect(result.coverage_percent).toBe(100);
    const one = await runIn(tree, {
      coverageOf: [side.source],
      selection: { kind: "tests", ids: [side.halves] },
    });
    expect(one.coverage?.[side.source]?.executed).not.toContain(side.addLine);
    expect(one.coverage?.[side.source]?.executable).toContain(side.addLine);
  });

  test("a suite in a subfolder has ids relative to the root", async () => {
    const below = Object.entries(side.files).map(([path, text]) => [`packages/one/${path}`, text]);
    const projectFile = side.name === "pytest" ? { "packages/one/pyproject.toml": "" } : {};
    using tree = temporaryTree({ ...Object.fromEntries(below), ...projectFile });
    const id = `packages/one/${side.halves}`;
    const source = `packages/one/${side.source}`;
    const run = await runIn(tree, { selection: { kind: "tests", ids: [id] }, coverageOf: [source] });
    expect(run.result.tests.map((each) => each.id)).toEqual([id]);
    expect(run.coverage?.[source]?.executed).toContain(side.halfLine);
  });
});

test.skipIf(noPytest)("a monorepo with two frameworks gives one result", async () => {
  const below = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  using tree = temporaryTree({
    ...below("web", JAVASCRIPT),
    ...below("api", PYTHON),
    "api/pyproject.toml": "",
  });
  const suites = await runner.detect(tree);
  const runs = await Promise.all(suites.map((suite) => runner.run(tree, suite)));
  const merged = mergeResults(runs.map(({ result }) => result));
  expect(merged).toMatchObject({
    framework: "node:test + pytest",
    status: "failed",
    total_tests: 6,
    failed: 2,
  });
  expect(merged.failures.map(({ test_id }) => test_id)).toEqual([
    "web/test/calc.test.js > adds",
    "api/tests/test_calc.py::test_adds",
  ]);
});

test("a command without a report never counts as passed", async () => {
  using tree = temporaryTree({ Makefile: "test:\n\t@echo all 5 tests passed\n" });
  const { result } = await runIn(tree);
  expect(result).toMatchObject({ status: "no_tests", parsing_failed: true, exit_code: 0, total_tests: 0 });
  expect(result.raw_output).toContain("all 5 tests passed");
});

test("a command that fails without a report could not run", async () => {
  using tree = temporaryTree({ Makefile: "test:\n\t@echo broken >&2; exit 3\n" });
  const { result } = await runIn(tree);
  expect(result).toMatchObject({ status: "could_not_run", parsing_failed: true, exit_code: 2 });
  expect(result.raw_output).toContain("broken");
});

test.skipIf(noPytest)("a timeout names the test that was running", async () => {
  using tree = temporaryTree({
    "test_slow.py": "import time\ndef test_quick(): pass\ndef test_slow(): time.sleep(60)\n",
  });
  const { result } = await runIn(tree, { timeoutMs: 3000 });
  expect(result.status).toBe("timed_out");
  expect(result.tests.map(({ id, status }) => [id, status])).toEqual([
    ["test_slow.py::test_quick", "passed"],
    ["test_slow.py::test_slow", "error"],
  ]);
  expect(result.failures[0]?.error_type).toBe("Timeout");
});

test.skipIf(noPytest).each([
  ["as configured, from the first run on", { silentMs: 30_000 }, 30_000, 30_000],
  ["longer in the first run, about which nothing is known", {}, 40_000, 20_000],
])("a full run sets the limits for later runs of the same tree: %s", async (_, configured, first, later) => {
  const limits: unknown[] = [];
  const timeoutMs = 300_000;
  const runner = createTestRunner({
    ...OPTIONS,
    defaults: { timeoutMs, ...configured },
    execute: (command) => {
      limits.push(command.limits);
      return executeDirectly(command);
    },
  });
  const suite = { framework: "pytest", root: ".", why: "" };
  using broken = temporaryTree({ "test_a.py": "import nothing_of_this_name\n" });
  using tree = temporaryTree({ "test_a.py": "def test_one(): pass\n" });
  for (const each of [broken, broken, tree, tree]) await runner.run(each, suite);
  expect(limits).toEqual([
    { timeoutMs, silentMs: first },
    { timeoutMs, silentMs: later },
    { timeoutMs, silentMs: first },
    { timeoutMs, silentMs: later, stalledMs: 60_000 },
  ]);
});

test.skipIf(noPytest)("a run that was stopped names the limit and the setting that changes it", async () => {
  using tree = temporaryTree({ "test_a.py": "import time\ndef test_slow(): time.sleep(60)\n" });
  const ended = (killedBy: "silence" | "timeout") =>
    createTestRunner({
      ...OPTIONS,
      defaults: { timeoutMs: 3000 },
      execute: async (command) => ({ ...(await executeDirectly(command)), killedBy }),
    }).run(tree, { framework: "pytest", root: ".", why: "" });
  const [silence, timeout] = [(await ended("silence")).result, (await ended("timeout")).result];
  expect(silence.failures[0]?.error_message).toMatch(/without output.*raise tests\.silence_seconds/);
  expect(whyNotStarted(silence)).toMatch(/^it worked for more than 40 s without output/);
  expect(timeout.failures[0]?.error_message).toMatch(
    /did not finish within 3 s: raise tests\.timeout_seconds/,
  );
});

test.skipIf(noPytest).each(["pytest", "unittest"])(
  "%s: imports code below src from the tree, wherever it is installed",
  async (framework) => {
    using elsewhere = temporaryTree({ "calc/__init__.py": "half = None\n" });
    using tree = temporaryTree({
      "src/calc/__init__.py": "def half(a):\n    return a / 2\n",
      "tests/test_calc.py":
        "import unittest\n\nfrom calc import half\n\n\nclass CalcTest(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(half(4), 2)\n",
    });
    const installed = createTestRunner({
      ...OPTIONS,
      // Like an editable install for Python: on the path after everything that was requested.
      execute: (command) => {
        const path = `${command.env?.PYTHONPATH}:${elsewhere.path}`;
        return executeDirectly({ ...command, env: { ...command.env, PYTHONPATH: path } });
      },
    });
    const { result } = await installed.run(tree, { framework, root: ".", why: "" });
    expect(result).toMatchObject({ status: "passed", passed: 1 });
  },
);

test("an unknown framework is rejected by name", async () => {
  const run = runner.run(treeInMemory({}), { framework: "nose", root: ".", why: "" });
  await expect(run).rejects.toMatchObject({ code: "unsupported" });
});

test.skipIf(noPytest)("a file that no longer loads is run once, not twice", async () => {
  using tree = temporaryTree({ "test_a.py": "def test_a(:\n" });
  let runs = 0;
  const counting = createTestRunner({
    ...OPTIONS,
    execute: (command) => {
      runs += 1;
      return executeDirectly(command);
    },
  });
  const selection = { kind: "tests", ids: ["test_a.py::test_a"] } as const;
  const { result } = await counting.run(tree, { framework: "pytest", root: ".", why: "" }, { selection });
  expect(result.tests.map(({ id, status }) => [id, status])).toEqual([["test_a.py", "error"]]);
  expect(runs).toBe(1);
});

test("tape without a test file finds no tests, and does not count as broken", async () => {
  using tree = temporaryTree({ "package.json": '{"devDependencies":{"tape":"5"}}' });
  const { result } = await createTestRunner(OPTIONS).run(tree, { framework: "tape", root: ".", why: "" });
  expect(result).toMatchObject({ status: "no_tests", tests: [] });
});
