import { describe, expect, it } from "vitest";
import { NO_TESTS, type TestResult } from "../../entities/test-result.ts";
import { runsWithStatement, whyUncovered } from "./coverage.ts";

const passed: TestResult = { ...NO_TESTS, status: "passed", passed: 3 };

it.each<[string, TestResult, number, number | null, RegExp | null]>([
  ["one of three lines", passed, 3, 1, null],
  ["no line", passed, 3, 0, /no test runs/],
  ["not measured", passed, 3, null, /could not be measured/],
  ["nothing that could run", passed, 0, 0, /changed lines are not executable/],
  ["no tests", NO_TESTS, 3, null, /there are no tests/],
])("%s", (_name, tests_after, total, covered, expected) => {
  const why = whyUncovered({ tests_after, changed_lines: { total, covered }, untested: [] });
  if (expected === null) expect(why).toBeNull();
  else expect(why).toMatch(expected);
});

it("names the places that no test runs, although tests run others", () => {
  const untested = ["no test runs the change at a.js:9"];
  const why = whyUncovered({ tests_after: passed, changed_lines: { total: 3, covered: 1 }, untested });
  expect(why).toBe("no test runs the change at a.js:9");
});

describe("a line without code of its own", () => {
  const measured = { executable: [9, 3, 6], executed: [6, 9] };

  it.each([
    ["in a statement that tests run", 8, true],
    ["in a statement that no test runs", 5, false],
    ["above the first statement", 1, false],
  ])("%s", (_where, line, runs) => {
    expect(runsWithStatement(line, measured)).toBe(runs);
  });

  it("is not run in a file without code", () => {
    expect(runsWithStatement(1, { executable: [], executed: [] })).toBe(false);
  });
});
