import type { TestResult } from "../../entities/test-result.ts";
import { isFailing } from "./failing.ts";
import { isInside, isLoadError } from "./verdict.ts";

interface Runs {
  readonly before: TestResult;
  readonly after: TestResult;
  readonly flaky: readonly string[];
}

/**
 * Failures that no comparison of tests by identity shows: a test or file that is listed only with the change, or a tool
 * that reports failure although every test passed. An error after the last test, such as a rejected promise that nobody
 * handles, causes both.
 */
export function newFailures({ before, after, flaky }: Runs): readonly string[] {
  const known = new Set([...before.tests.map(({ id }) => id), ...flaky]);
  const unloaded = before.tests.filter(isLoadError).map(({ id }) => id);
  const failing = after.tests.filter(isFailing);
  const fresh = failing
    .map(({ id }) => id)
    .filter((id) => !known.has(id) && !unloaded.some((file) => isInside(id, file)));
  if (fresh.length > 0) return fresh.map((id) => `${id} fails, and was not there without the change`);
  return after.status === "failed" && failing.length === 0
    ? ["the test tool reports failure although every test passed"]
    : [];
}
