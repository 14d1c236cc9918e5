import type { TestResult, TestStatus } from "../../../domain/entities/test-result.ts";
import { counts } from "./result.ts";
import { bounded } from "./text.ts";

/** Worst first: one suite that timed out or could not run decides the total; one without tests does not. */
const ORDER: readonly TestStatus[] = ["timed_out", "could_not_run", "failed", "passed", "no_tests"];

/**
 * Combines the results of several suites of one repository. Test ids are relative to the root, so they stay
 * unique.
 */
export function mergeResults(results: readonly TestResult[]): TestResult {
  const [only] = results;
  if (only && results.length === 1) return only;
  const tests = results.flatMap((result) => result.tests);
  const measured = results.flatMap(({ coverage_percent }) =>
    coverage_percent === null ? [] : [coverage_percent],
  );
  return {
    status: ORDER.find((status) => results.some((result) => result.status === status)) ?? "no_tests",
    framework: [...new Set(results.map((result) => result.framework))].join(" + "),
    command: results.flatMap((result, index) => (index === 0 ? result.command : ["&&", ...result.command])),
    ...counts(tests),
    duration_seconds: results.reduce((sum, result) => sum + result.duration_seconds, 0),
    coverage_percent: measured.length === 1 ? (measured[0] ?? null) : null,
    tests,
    failures: results.flatMap((result) => result.failures),
    parsing_failed: results.some((result) => result.parsing_failed),
    exit_code: results.find((result) => result.exit_code !== 0)?.exit_code ?? only?.exit_code ?? null,
    raw_output: bounded(
      results.map((result) => `=== ${result.framework} ===\n${result.raw_output}`).join("\n\n"),
      200_000,
    ),
    suites: results.flatMap((result) => result.suites),
  };
}
