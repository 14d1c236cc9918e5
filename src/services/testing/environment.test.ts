import { expect, test } from "vitest";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { diagnoseEnvironment } from "./environment.ts";

function result(passed: number, failing: readonly (readonly [type: string, message: string])[]): TestResult {
  return {
    status: "failed",
    framework: "pytest",
    command: [],
    total_tests: passed + failing.length,
    passed,
    failed: failing.length,
    skipped: 0,
    errors: 0,
    duration_seconds: 1,
    coverage_percent: null,
    tests: [],
    failures: failing.map(([error_type, error_message], index) => ({
      test_id: `t${index}`,
      test_name: `t${index}`,
      test_file: null,
      line_number: null,
      error_type,
      error_message,
      stack_trace: "",
    })),
    parsing_failed: false,
    exit_code: 1,
    raw_output: "",
    suites: [],
  };
}

const times = (count: number, type: string, message: string) =>
  Array.from({ length: count }, () => [type, message] as const);

test.each([
  [
    "all of many, a package is missing",
    result(0, times(10, "ModuleNotFoundError", "No module named 'requests'")),
    true,
  ],
  [
    "one of one, a package is missing",
    result(0, times(1, "ModuleNotFoundError", "No module named 'requests'")),
    true,
  ],
  ["no connection", result(1, times(9, "Error", "connect ECONNREFUSED 127.0.0.1:5432")), true],
  ["most of many, unclear why", result(1, times(9, "TypeError", "x is not a function")), false],
])("%s: a problem, certain: %s", (_, given, certain) => {
  expect(diagnoseEnvironment(given)).toMatchObject({ certain });
});

test.each([
  ["assertions", result(0, times(10, "AssertionError", "1 != 2"))],
  ["exactly four fifths", result(2, times(8, "Error", "EACCES"))],
  ["three tests of one function", result(0, times(3, "TypeError", "x is not a function"))],
  ["code that does not parse", result(0, times(10, "SyntaxError", "invalid syntax"))],
  ["code that does not compile", result(0, times(10, "BuildError", "mismatched types"))],
  ["nothing ran", result(0, [])],
  ["all is well", result(10, [])],
])("%s: no problem", (_, given) => {
  expect(diagnoseEnvironment(given)).toBeNull();
});

test("says what is most often wrong", () => {
  const failing = [
    ...times(6, "Error", "connect ECONNREFUSED\nstack"),
    ...times(3, "Error", "EACCES: denied"),
  ];
  expect(diagnoseEnvironment(result(1, failing))).toEqual({
    share: 0.9,
    failing: 9,
    executed: 10,
    certain: true,
    commonest: { error_type: "Error", error_message: "connect ECONNREFUSED\nstack" },
    why: "9 of 10 tests failed with errors that are not assertions, most often Error: connect ECONNREFUSED",
  });
});
