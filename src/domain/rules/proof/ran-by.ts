import type { LineRun } from "../../entities/evidence.ts";
import { counted } from "../text/counted.ts";

/** A phrase that names the tests that ran a changed line, or says that this was not recorded. */
export function ranBy({
  run,
  tests,
  test_count: count,
}: Pick<LineRun, "run" | "tests" | "test_count">): string {
  if (!run) return "is not run by any test";
  if (tests === null) return "is run by tests, but it was not recorded which ones";
  if (count === 0) return "is run while files are loaded, outside of any test";
  return `is run by ${counted(count, "test")}`;
}
