import type { Evidence } from "../../entities/evidence.ts";

/** Why the tests prove nothing about the changed lines; null if they run at least one of them. */
export function whyUncovered({
  changed_lines: { total, covered },
  tests_after,
}: Pick<Evidence, "changed_lines" | "tests_after">): string | null {
  if (tests_after.status === "no_tests") return "there are no tests, so nothing runs the changed lines";
  if (covered === null) return "whether tests run the changed lines could not be measured";
  if (total === 0) return "the changed lines are not executable";
  return covered === 0 ? "no test runs the changed lines" : null;
}
