import { expect, it } from "vitest";
import { NO_TESTS, type TestResult } from "../../entities/test-result.ts";
import { newFailures } from "./new-failures.ts";

type Status = TestResult["tests"][number]["status"];

function result(status: TestResult["status"], tests: Readonly<Record<string, Status>>): TestResult {
  return {
    ...NO_TESTS,
    status,
    tests: Object.entries(tests).map(([id, each]) => ({
      ...{ id, file: null, status: each, duration_seconds: 0 },
      name: id,
    })),
  };
}

const before = result("failed", { "a.test.js > adds": "failed", "a.test.js > old": "failed" });
const ASYNC = "a.test.js fails, and was not there without the change";

it.each<[string, TestResult, TestResult, readonly string[], readonly string[]]>([
  ["every test passes", before, result("passed", { "a.test.js > adds": "passed" }), [], []],
  ["a test still fails", before, result("failed", { "a.test.js > old": "failed" }), [], []],
  ["a file fails after its tests", before, result("failed", { "a.test.js": "failed" }), [], [ASYNC]],
  ["a flaky test fails", before, result("failed", { "b.test.js > b": "failed" }), ["b.test.js > b"], []],
  [
    "a test fails in a file that could not be loaded before",
    result("failed", { "a.test.js": "error" }),
    result("failed", { "a.test.js > adds": "failed" }),
    [],
    [],
  ],
  [
    "only the tool reports failure",
    before,
    result("failed", { "a.test.js > adds": "passed", "a.test.js > old": "passed" }),
    [],
    ["the test tool reports failure although every test passed"],
  ],
])("%s", (_name, old, after, flaky, expected) => {
  expect(newFailures({ before: old, after, flaky })).toEqual(expected);
});
