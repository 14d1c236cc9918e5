import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Selection } from "../../domain/ports/testing.ts";
import { countFailing } from "../../domain/rules/proof/failing.ts";
import { describeFailure } from "../../domain/rules/proof/failure-text.ts";
import type { ToolAnswer } from "./tool.ts";

const MOST_FAILURES = 20;
const LONGEST_RAW = 8000;

/**
 * A test run for a brain: the verdict, the failures, and the raw output if requested or if nothing else is
 * known.
 */
export function testAnswer(result: TestResult, selection: Selection): ToolAnswer {
  const { kind } = selection;
  const failed = countFailing(result);
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
      ...(showsRaw(result, selection) && { raw_output: result.raw_output.slice(-LONGEST_RAW) }),
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

/** For a single test, a brain also needs the test's output. */
function showsRaw({ parsing_failed, status }: TestResult, selection: Selection): boolean {
  const isSingle = selection.kind === "tests" && selection.ids.length === 1;
  return isSingle || parsing_failed || status === "could_not_run" || status === "no_tests";
}
