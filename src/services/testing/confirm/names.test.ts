import { describe, expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import type { RunRequest } from "../contract.ts";
import { openProject } from "../project.ts";
import { readGoText } from "./go-text.ts";
import { readMochaJson, suiteTitles } from "./mocha.ts";
import { readNodeReports } from "./node-test.ts";
import { classFile, filesByModule } from "./pytest-names.ts";

const request: RunRequest = {
  tree: "/tree",
  root: ".",
  selection: { kind: "all" },
  coverageOf: [],
  coverageLines: null,
  perTestCoverage: false,
  programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
  resource: (name) => name,
};
const quiet = { exitCode: 0, signal: null, stdout: "", stderr: "", timedOut: false, artifacts: {} };

describe("names of pytest's JUnit report", () => {
  const files = [
    "api/tests/test_a.py",
    "api/tests/test_a/test_b.py",
    "api/x.py",
    "api/x.y/test_c.py",
    "api/x/y/test_c.py",
  ];
  const classnames = ["tests.test_a.TestOne.TestTwo", "tests.test_a.test_b", "README.md", "x.y.test_c"];
  const modules = filesByModule([...files, "api/README.md"], "api", classnames);
  test.each([
    ["tests.test_a", "test_x[a::b.c]", null, "api/tests/test_a.py::test_x[a::b.c]"],
    ["tests.test_a.TestOne.TestTwo", "test_x", null, "api/tests/test_a.py::TestOne::TestTwo::test_x"],
    ["tests.test_a.test_b", "test_x", null, "api/tests/test_a/test_b.py::test_x"],
    ["tests.test_a.TestInherited", "test_x", "api/base.py", "api/tests/test_a.py::TestInherited::test_x"],
    ["README.md", "README.md", null, "api/README.md::README.md"],
    ["", "a[b]/test_d.py::TestA::test_x", null, "api/a[b]/test_d.py::TestA::test_x"],
    ["x.y.test_c", "test_x", "api/x/y/test_c.py", "api/x/y/test_c.py::test_x"],
  ])("%s and %s are one test", (classname, name, shown, id) => {
    expect(classFile({ classname, name }, shown, modules, "api").id).toBe(id);
  });

  test.each([
    ["a file that is not in the tree", "nowhere.test_a", null],
    ["one of two files of the name", "x.y.test_c", null],
  ])("%s is not guessed", (_, classname, shown) => {
    expect(classFile({ classname, name: "test_x" }, shown, modules, "api").id).toBe(`${classname}::test_x`);
  });
});

describe("names of Mocha's JSON report", () => {
  const source = `describe("one two", () => { describe('three', () => {}); }); describe("one", () => { context("two three", () => {}); describe(\`four five\`, () => {}); });`;
  const entry = { title: "works", file: "/tree/a.js", duration: 1, err: {} };
  const idsOf = async (fullTitle: string, ids?: readonly string[]) => {
    const project = openProject(treeInMemory({ "a.js": source }));
    const context = { artifact: "r", suites: await suiteTitles(["a.js"], project) };
    const tests = [{ ...entry, fullTitle }];
    const artifacts = { r: JSON.stringify({ tests, passes: tests, pending: [], failures: [] }) };
    const selection = ids ? ({ kind: "tests", ids } as const) : request.selection;
    const report = readMochaJson({ ...quiet, artifacts }, context, { ...request, selection });
    return report?.tests.map(({ id }) => id);
  };

  test.each([
    ["works", "a.js > works"],
    ["single works", "a.js > single > works"],
    ["one four five works", "a.js > one > four five > works"],
    ["one two three works", "a.js > one two three works"],
    ["made up title works", "a.js > made up title works"],
  ])("%s", async (fullTitle, id) => {
    expect(await idsOf(fullTitle)).toEqual([id]);
  });

  test("the selection determines how they are split", async () => {
    const ids = ["a.js > one two > three > works"];
    expect(await idsOf("one two three works", ids)).toEqual(ids);
    const both = [...ids, "a.js > one > two three > works"];
    expect(await idsOf("one two three works", both)).toEqual(["a.js > one two three works"]);
  });

  test("a report with inconsistent lists is rejected", () => {
    const tests = [{ ...entry, fullTitle: "works" }];
    const artifacts = { r: JSON.stringify({ tests, passes: [], pending: [], failures: [] }) };
    expect(readMochaJson({ ...quiet, artifacts }, { artifact: "r", suites: {} }, request)).toBeNull();
  });
});

describe("the two reports of node:test", () => {
  const tap = "TAP version 13\nok 1 - a\n  ---\n  type: 'test'\n  ...\n1..1\n";
  const invocation = {
    argv: ["node"] as const,
    env: {},
    artifacts: [],
    narrowed: false,
    context: { tap: "t", junit: "j", scripts: [] },
  };
  const idsOf = (cases: string) => {
    const artifacts = { t: tap, j: `<testsuites>${cases}</testsuites>` };
    return readNodeReports({ ...quiet, artifacts }, invocation, request)?.tests.map(({ id }) => id) ?? null;
  };
  const one = '<testcase name="a" file="/tree/a.test.js"/>';

  test("are combined if they agree", () => {
    expect(idsOf(one)).toEqual(["a.test.js > a"]);
  });

  test.each([
    ["a case more", one + one],
    ["a case less", ""],
    ["a failure more", one.replace("/>", "><failure/></testcase>")],
    ["a level more", `<testsuite name="s">${one}</testsuite>`],
  ])("are rejected with %s in one of them", (_, cases) => {
    expect(idsOf(cases)).toBeNull();
  });
});

describe("the output of go test", () => {
  const layout = { module: "m", declared: { "..TestA": "a_test.go" } };
  const statuses = (stdout: string) =>
    readGoText({ ...quiet, stdout }, layout, request)?.tests.map(({ id, status }) => `${status} ${id}`);

  test("output without a line break does not hide a verdict", () => {
    const text =
      "=== RUN   TestA\nloud--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- SKIP: TestB (0.00s)\nPASS\nok  \tm\t0.1s\n";
    expect(statuses(text)).toEqual(["passed m.TestA", "skipped m.TestB"]);
  });

  test("of two verdicts the worse counts", () => {
    for (const order of ["PASS FAIL", "FAIL PASS"].map((words) => words.split(" "))) {
      const lines = order.map((word) => `--- ${word}: TestA (0.00s)\n`).join("");
      expect(statuses(`=== RUN   TestA\n${lines}ok  \tm\t0.1s\n`)).toEqual(["failed m.TestA"]);
    }
  });
});
