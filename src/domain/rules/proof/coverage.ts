import type { Evidence } from "../../entities/evidence.ts";
import type { LineCoverage } from "../../entities/test-result.ts";

/** Why the tests prove nothing about the change, or about a place in it; null if they run every place. */
export function whyUncovered({
  changed_lines: { total, covered },
  tests_after,
  untested,
}: Pick<Evidence, "changed_lines" | "tests_after" | "untested">): string | null {
  if (tests_after.status === "no_tests") return "there are no tests, so nothing runs the changed lines";
  if (covered === null) return "whether tests run the changed lines could not be measured";
  if (total === 0) return "the changed lines are not executable";
  if (covered === 0) return "no test runs the changed lines";
  return untested.length === 0 ? null : untested.join("; ");
}

/**
 * Whether tests run the statement that a line without code of its own belongs to: the nearest executable line above it,
 * or the first one of the file. An element of a list in a function that no test calls is not run.
 */
export function runsWithStatement(
  line: number,
  { executed, executable }: Pick<LineCoverage[string], "executed" | "executable">,
): boolean {
  let statement = Number.NEGATIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  for (const each of executable) {
    if (each <= line) statement = Math.max(statement, each);
    first = Math.min(first, each);
  }
  return executed.includes(Number.isFinite(statement) ? statement : first);
}
