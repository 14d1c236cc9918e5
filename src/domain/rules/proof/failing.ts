import type { TestCase, TestResult } from "../../entities/test-result.ts";

/**
 * Frameworks distinguish a failed test (an assertion) from an error (anything else that went wrong, often while it was
 * loaded or set up). For a proof both are the same: the test does not pass. A skipped test and an expected failure do
 * not count.
 */
export function isFailing({ status }: Pick<TestCase, "status">): boolean {
  return status === "failed" || status === "error";
}

/** The number of failing tests in a run. */
export function countFailing({ failed, errors }: Pick<TestResult, "errors" | "failed">): number {
  return failed + errors;
}
