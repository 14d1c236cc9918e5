import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Selection } from "../../domain/ports/testing.ts";
import { describeFailure } from "../../domain/rules/failure-text.ts";
import type { ToolAnswer } from "./tool.ts";

const MOST_FAILURES = 20;

/** A test run as a brain needs it: the verdict, the failures, and raw output only where nothing was understood. */
export function testAnswer(result: TestResult, { kind }: Selection): ToolAnswer {
  const failed = result.failed + result.errors;
  return {
    output: {
      status: result.status,
      scope: kind === "all" ? "all tests" : "only the selected tests",
      framework: result.framework,
      passed: result.passed,
      failed,
      skipped: result.skipped,
      failures: result.failures.slice(0, MOST_FAILURES).map(describeFailure),
      failures_omitted: Math.max(0, result.failures.length - MOST_FAILURES),
      ...((result.parsing_failed || result.status === "could_not_run" || result.status === "no_tests") && {
        raw_output: result.raw_output.slice(-8000),
      }),
    },
    tests: {
      status: result.status,
      passed: result.passed,
      failed,
      ...(kind !== "all" && { selected: true }),
    },
    exitCode: result.exit_code,
  };
}
