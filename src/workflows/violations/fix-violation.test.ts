import { expect, it } from "vitest";
import type { FixOutcome } from "./fix-request.ts";
import { whyOf } from "./fix-violation.ts";

it.each<[Partial<FixOutcome> & { status: string }, string | null]>([
  [{ status: "no_verdict", why: "the tests do not run" }, "the tests do not run"],
  [{ status: "cannot_fix", escalation: { reason: "no rewrite" } } as never, "no rewrite"],
  [{ status: "landing_conflict", conflict: { why: "a.ts has moved" } } as never, "a.ts has moved"],
  [{ status: "no_longer_proven", why: "it broke a test" }, "it broke a test"],
  [{ status: "landed" }, null],
  [{ status: "waiting_for_review" }, null],
  [{ status: "already_gone" }, null],
])("says why a violation is not fixed: %o", (outcome, why) => {
  expect(whyOf(outcome as FixOutcome)).toBe(why);
});
