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
  const fixed = input.targets.filter((id) => passedAfter.has(id));
  const stillFailing = input.targets.filter((id) => !passedAfter.has(id));
  const broken = idsWith(input.before, "passed").filter((id) => !passedAfter.has(id) && !flaky.has(id));

  const reasons: string[] = [...input.tampering];
  if (passedAfter.size === 0) reasons.push(`no test passed (${input.after.status.replaceAll("_", " ")})`);
  if (input.after.status === "timed_out") reasons.push("the tests timed out");
  if (broken.length > 0) reasons.push(`broke ${list(broken)}`);
  if (input.ask !== "no_worse" && fixed.length === 0)
    reasons.push(`fixed none of ${list(input.targets)}`);
  else if (input.ask === "whole" && stillFailing.length > 0)
    reasons.push(`still failing: ${list(stillFailing)}`);

  if (reasons.length > 0) return { status: "rejected", reasons, fixed, broken };
  return { status: "accepted", fixed, stillFailing };
}

function idsWith(result: TestResult, status: "passed"): string[] {
  return result.tests.filter((test) => test.status === status).map((test) => test.id);
}

function list(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(", ");
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown;
}
