import type { TestResult } from "../entities/test-result.ts";

export type Verdict =
  | {
      readonly status: "accepted";
      readonly fixed: readonly string[];
      readonly stillFailing: readonly string[];
    }
  | {
      readonly status: "rejected";
      readonly reasons: readonly string[];
      readonly fixed: readonly string[];
      readonly broken: readonly string[];
    };

export interface VerdictInput {
  readonly before: TestResult;
  readonly after: TestResult;
  /** Ids of tests that failed before and must pass now; at least one for partial progress. */
  readonly targets: readonly string[];
  /** Ids known to be flaky: neither credited nor blamed. */
  readonly flaky: readonly string[];
  /** What the test guard found: judging tests edited, skipped or deleted. */
  readonly tampering: readonly string[];
  /**
   * `whole`: every target must pass. `progress`: one is enough, as long as nothing broke. `no_worse`: there is no
   * target, only nothing may break.
   */
  readonly ask: "whole" | "progress" | "no_worse";
}

/** The one place where truth about a change is established. A test that vanished counts as broken. */
export function judge(input: VerdictInput): Verdict {
  const passedAfter = new Set(idsWith(input.after, "passed"));
  const flaky = new Set(input.flaky);
  const fixed = mended(input);
  const stillFailing = input.targets.filter((id) => !fixed.includes(id));
  const broken = idsWith(input.before, "passed").filter((id) => !passedAfter.has(id) && !flaky.has(id));

  const reasons: string[] = [...input.tampering];
  if (passedAfter.size === 0) reasons.push(`no test passed (${input.after.status.replaceAll("_", " ")})`);
  if (input.after.status === "timed_out") reasons.push("the tests timed out");
  if (broken.length > 0) reasons.push(`broke ${list(broken)}`);
  if (input.ask !== "no_worse" && fixed.length === 0) reasons.push(`fixed none of ${list(input.targets)}`);
  else if (input.ask === "whole" && stillFailing.length > 0)
    reasons.push(`still failing: ${list(stillFailing)}`);

  if (reasons.length > 0) return { status: "rejected", reasons, fixed, broken };
  return { status: "accepted", fixed, stillFailing };
}

/**
 * The targets that a change mended. A file or package that could not be loaded is listed under its own name, as an
 * error: it is mended when it is not listed any more, its tests run, and none of them fails.
 */
export function mended({
  before,
  after,
  targets,
}: Pick<VerdictInput, "before" | "after" | "targets">): string[] {
  const passed = new Set(idsWith(after, "passed"));
  const couldNotLoad = new Set(before.tests.filter(isLoadError).map((test) => test.id));
  const listed = new Set(after.tests.map((test) => test.id));
  return targets.filter((id) => {
    if (passed.has(id)) return true;
    if (!couldNotLoad.has(id) || listed.has(id) || passed.size === 0) return false;
    const inside = after.tests.filter((test) =>
      LIES_IN.some((separator) => test.id.startsWith(id + separator)),
    );
    return !inside.some((test) => test.status === "failed" || test.status === "error");
  });
}

/** Between a file, package or suite and what lies in it. */
const LIES_IN = ["::", " > ", "."];

function isLoadError(test: TestResult["tests"][number]): boolean {
  return test.status === "error" && test.name === test.id;
}

function idsWith(result: TestResult, status: "passed"): string[] {
  return result.tests.filter((test) => test.status === status).map((test) => test.id);
}

function list(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(", ");
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown;
}
