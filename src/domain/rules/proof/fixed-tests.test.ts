import { expect, test } from "vitest";
import type { TestCase, TestResult } from "../../entities/test-result.ts";
import { fixedTests } from "./verdict.ts";

function run(statuses: Readonly<Record<string, TestCase["status"]>>): TestResult {
  const tests = Object.entries(statuses).map(([id, status]) => ({
    id,
    file: null,
    name: id.split("::")[1] ?? id,
    status,
    duration_seconds: 0,
  }));
  const counts = { total_tests: tests.length, passed: 0, failed: 0, skipped: 0, errors: 0 };
  const rest = { framework: "x", command: [], duration_seconds: 0, coverage_percent: null, failures: [] };
  return {
    status: "failed",
    ...counts,
    ...rest,
    tests,
    parsing_failed: false,
    exit_code: 1,
    raw_output: "",
    suites: [],
  };
}

const before = run({ "a.py": "error", "b.py::y": "passed", "b.py::z": "error", "c.py": "failed" });

test.each<[string, Readonly<Record<string, TestCase["status"]>>, string[]]>([
  ["the file loads and its tests pass", { "a.py::x": "passed", "b.py::y": "passed" }, ["a.py"]],
  ["it loads, one of its tests fails", { "a.py::x": "failed", "b.py::y": "passed" }, []],
  ["it still cannot be loaded", { "a.py": "error", "b.py::y": "passed" }, []],
  ["nothing runs anymore", {}, []],
  ["it is gone, with all its tests", { "b.py::y": "passed" }, []],
  ["a test with an error passes", { "a.py": "error", "b.py::z": "passed" }, ["b.py::z"]],
  ["a test with an error is gone", { "a.py": "error", "b.py::y": "passed" }, []],
  ["it loads, one of its tests has an error", { "a.py::x": "error", "b.py::y": "passed" }, []],
  ["it loads, all of its tests are skipped", { "a.py::x": "skipped", "b.py::y": "passed" }, []],
  [
    "it loads, one of its tests passes, one is skipped",
    { "a.py::x": "passed", "a.py::y": "skipped" },
    ["a.py"],
  ],
  ["it loads, one of its tests passes and another fails", { "a.py::x": "passed", "a.py::y": "failed" }, []],
  ["it is still listed, although a test of it passes", { "a.py": "error", "a.py::x": "passed" }, []],
  ["it loads, and every test there is is skipped", { "a.py::x": "skipped" }, []],
  ["only tests of a file with the same name prefix run", { "a.pyx::x": "passed" }, []],
  ["tests of a suite in it pass", { "a.py > x": "passed" }, ["a.py"]],
  ["tests of a class in it pass", { "a.py.X": "passed" }, ["a.py"]],
  ["a test with an error became several", { "b.py::z::1": "passed" }, []],
  ["a failed file is gone and others have the same name prefix", { "c.py::x": "passed" }, []],
])("%s", (_, after, expected) => {
  expect(fixedTests({ before, after: run(after), targets: ["a.py", "b.py::z", "c.py"] })).toEqual(expected);
});
