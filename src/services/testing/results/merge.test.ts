import { expect, test } from "vitest";
import type { TestResult, TestStatus } from "../../../domain/entities/test-result.ts";
import { mergeResults } from "./merge.ts";

function result(
  framework: string,
  status: TestStatus,
  ...statuses: TestResult["tests"][number]["status"][]
): TestResult {
  return {
    status,
    framework,
    command: [framework],
    total_tests: statuses.length,
    passed: statuses.filter((each) => each === "passed").length,
    failed: statuses.filter((each) => each === "failed").length,
    skipped: statuses.filter((each) => each === "skipped").length,
    errors: 0,
    duration_seconds: 1.5,
    coverage_percent: null,
    tests: statuses.map((each, index) => ({
      id: `${framework}${index}`,
      file: null,
      name: "",
      status: each,
      duration_seconds: 0,
    })),
    failures: [],
    parsing_failed: false,
    exit_code: status === "passed" ? 0 : 1,
    raw_output: `output of ${framework}`,
    suites: [],
  };
}

test("sums counts and keeps both outputs", () => {
  const merged = mergeResults([
    result("jest", "passed", "passed", "passed"),
    result("pytest", "failed", "failed", "skipped"),
  ]);
  expect(merged).toMatchObject({
    status: "failed",
    framework: "jest + pytest",
    total_tests: 4,
    passed: 2,
    failed: 1,
    skipped: 1,
    duration_seconds: 3,
    exit_code: 1,
  });
  expect(merged.raw_output).toContain("output of jest");
  expect(merged.raw_output).toContain("output of pytest");
});

test.each<[TestStatus[], TestStatus]>([
  [["passed", "passed"], "passed"],
  [["passed", "no_tests"], "passed"],
  [["no_tests", "no_tests"], "no_tests"],
  [["passed", "could_not_run"], "could_not_run"],
  [["failed", "could_not_run"], "could_not_run"],
  [["failed", "timed_out"], "timed_out"],
  [[], "no_tests"],
])("%j is %s", (statuses, expected) => {
  expect(mergeResults(statuses.map((status, index) => result(`f${index}`, status))).status).toBe(expected);
});

test("a single result stays unchanged", () => {
  const only = result("jest", "passed", "passed");
  expect(mergeResults([only])).toBe(only);
});
