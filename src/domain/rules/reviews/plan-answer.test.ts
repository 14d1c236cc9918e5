import { expect, test } from "vitest";
import type { PlanStatus } from "../../entities/plan.ts";
import type { PlanStage } from "../../entities/plan-record.ts";
import type { PlanPlace } from "../../ports/plans.ts";
import { type FileAnswer, readFileAnswer } from "./plan-answer.ts";

type Seen = readonly [place: PlanPlace, status: PlanStatus | null, changed: boolean, touched?: string];
const plans = (status: PlanStatus | null, changed: boolean): Seen => ["Inbox/Plans", status, changed];
const active: Seen = ["System/Active", "review", false];
const rejected: Seen = ["Inbox/Rejected", "review", false];

const CASES: readonly (readonly [PlanStage, readonly Seen[], FileAnswer["kind"]])[] = [
  ["requested", [], "nothing"],
  ["requested", [plans("draft", true)], "nothing"],
  ["requested", [plans("review", true)], "written"],
  ["requested", [plans(null, true)], "written"],
  ["requested", [plans("approved", true)], "approved"],
  ["requested", [plans("rejected", true)], "rejected"],
  ["requested", [active], "approved"],
  ["requested", [["System/Active", "rejected", true]], "rejected"],
  ["requested", [rejected], "nothing"],
  ["requested", [["Inbox/Rejected", "review", true]], "rejected"],
  ["requested", [rejected, plans("review", true)], "written"],
  ["review", [plans("review", false)], "nothing"],
  ["review", [plans("review", true)], "edited"],
  ["review", [plans("draft", true)], "nothing"],
  ["review", [plans("approved", true)], "approved"],
  ["review", [plans("rejected", true)], "rejected"],
  ["review", [plans("needs_revision", true)], "changes_requested"],
  ["review", [active], "approved"],
  ["review", [plans("review", false), active], "approved"],
  ["review", [["System/Active", "rejected", true]], "rejected"],
  ["review", [["System/Active", "needs_revision", true]], "changes_requested"],
  ["review", [["Inbox/Rejected", "approved", true]], "rejected"],
  ["review", [rejected], "rejected"],
  ["review", [active, rejected], "rejected"],
  ["review", [["System/Active", "review", false, "later"], rejected], "approved"],
  ["review", [active, ["Inbox/Rejected", "review", false, "later"]], "rejected"],
  ["review", [], "missing"],
  ["needs_revision", [plans("needs_revision", true)], "edited"],
  ["needs_revision", [plans("review", true)], "written"],
  ["needs_revision", [active], "approved"],
  ["approved", [active], "nothing"],
  ["approved", [["System/Active", "approved", true]], "approved"],
  ["approved", [["System/Active", "rejected", true]], "rejected"],
  ["approved", [["System/Active", "needs_revision", true]], "changes_requested"],
  ["approved", [plans("approved", false)], "reopened"],
  ["approved", [plans("rejected", true)], "rejected"],
  ["approved", [rejected], "rejected"],
  ["approved", [], "missing"],
  ["needs_reason", [rejected], "nothing"],
  ["needs_reason", [["Inbox/Rejected", "needs_reason", true]], "rejected"],
  ["needs_reason", [["Inbox/Rejected", "approved", true]], "rejected"],
  ["needs_reason", [], "missing"],
  ["needs_reason", [active], "approved"],
  ["needs_reason", [active, rejected], "approved"],
  ["needs_reason", [active, ["Inbox/Rejected", "needs_reason", true]], "rejected"],
  ["needs_reason", [plans("needs_reason", false)], "reopened"],
  ["needs_reason", [plans("approved", true)], "approved"],
  ["needs_reason", [rejected, plans("rejected", true)], "rejected"],
  ["active", [active], "nothing"],
  ["active", [], "missing"],
  ["active", [rejected], "rejected"],
  ["active", [plans("active", false)], "reopened"],
  ["active", [["System/Active", "active", true]], "approved"],
  ["completed", [], "nothing"],
  ["completed", [active], "too_late"],
  ["rejected", [rejected], "nothing"],
  ["rejected", [["Inbox/Rejected", "rejected", true]], "rejected"],
  ["rejected", [active], "approved"],
  ["rejected", [plans("rejected", false)], "reopened"],
  ["rejected", [plans("approved", true)], "approved"],
  ["error", [], "nothing"],
  ["error", [active], "approved"],
  ["error", [plans("draft", true)], "nothing"],
  ["error", [plans("review", true)], "reopened"],
];

test.each(CASES)("%s, with %j: %s", (stage, seen, kind) => {
  const sights = seen.map(([place, status, changed, touched = ""]) => ({
    ...{ place, status, changed, touched },
    own: changed ? status : null,
  }));
  expect(readFileAnswer(stage, sights).kind).toBe(kind);
});
