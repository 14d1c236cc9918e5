import type { PlanStatus } from "../../entities/plan.ts";
import type { PlanStage } from "../../entities/plan-record.ts";
import type { PlanPlace } from "../../ports/plans.ts";

/** The plan file of a request as a person left it. */
export interface PlanSight {
  readonly place: PlanPlace;
  readonly status: PlanStatus | null;
  /** The status, if a person wrote it; null if AgentForge did. */
  readonly own: PlanStatus | null;
  /** The content differs from the record. */
  readonly changed: boolean;
  /** When it was last written, moved or renamed, ISO 8601. */
  readonly touched: string;
}

/** The answer that people gave with their files. `index` is the file it is based on. */
export type FileAnswer =
  | { readonly kind: "nothing" }
  | {
      readonly kind:
        | "approved"
        | "rejected"
        | "changes_requested"
        /** A person wrote a plan, or rewrote it after changes were requested. */
        | "written"
        | "edited"
        /** Pending again: an approval or a rejection was withdrawn. */
        | "reopened"
        /** The plan is completed; the file does not undo it. */
        | "too_late";
      readonly index: number;
    }
  /** The file is missing. */
  | { readonly kind: "missing" };

/** Where a request's plan waits for an answer; null if there is none yet. */
export const PLACE_OF: Readonly<Record<PlanStage, PlanPlace | null>> = {
  requested: null,
  review: "Inbox/Plans",
  needs_revision: "Inbox/Plans",
  needs_reason: "Inbox/Rejected",
  approved: "System/Active",
  active: "System/Active",
  completed: "Inbox/Archive",
  rejected: "Inbox/Rejected",
  error: "Inbox/Archive",
};

/** Of two answers given at the same time, the first in this list counts. */
const WEIGHT: readonly PlanPlace[] = ["Inbox/Rejected", "System/Active", "Inbox/Plans"];

/**
 * Derives the answer from the folders. A file that is unchanged and still where AgentForge left it is not an
 * answer; any other file is a person's answer, and the last one counts.
 */
export function readFileAnswer(stage: PlanStage, sights: readonly PlanSight[]): FileAnswer {
  const home = PLACE_OF[stage];
  const answers = sights
    .map((sight, index) => ({ sight, index }))
    .filter(({ sight }) => isAnswer(stage, home, sight))
    .sort((left, right) => compareAnswers(left.sight, right.sight));
  const [last] = answers;
  if (last !== undefined)
    return last.sight.place === home ? rewritten(stage, last.sight, last.index) : movedTo(stage, last);
  const isWaiting = home !== null && home !== "Inbox/Archive" && stage !== "rejected";
  return isWaiting && !sights.some(({ place }) => place === home) ? { kind: "missing" } : { kind: "nothing" };
}

function isAnswer(stage: PlanStage, home: PlanPlace | null, { place, status, changed }: PlanSight): boolean {
  if (!WEIGHT.includes(place)) return false;
  if (place === home) return changed;
  // A plan from before a repeated request, rejected at that time, may still exist.
  if (stage === "requested" && place === "Inbox/Rejected") return changed;
  const isDraft = place === "Inbox/Plans" && status === "draft";
  return !isDraft || stage === "approved" || stage === "active";
}

function compareAnswers(left: PlanSight, right: PlanSight): number {
  if (left.touched !== right.touched) return left.touched > right.touched ? -1 : 1;
  return WEIGHT.indexOf(left.place) - WEIGHT.indexOf(right.place);
}

function movedTo(
  stage: PlanStage,
  { sight, index }: { readonly sight: PlanSight; readonly index: number },
): FileAnswer {
  if (stage === "completed") return { kind: "too_late", index };
  if (sight.place === "Inbox/Rejected") return { kind: "rejected", index };
  const said = inEditor(sight.own);
  if (said !== null) return { kind: said, index };
  if (sight.place === "System/Active") return { kind: "approved", index };
  return { kind: stage === "requested" ? "written" : "reopened", index };
}

function rewritten(stage: PlanStage, { status, own }: PlanSight, index: number): FileAnswer {
  const said = inEditor(own);
  // An edit to an approved plan approves it again, unless it says otherwise.
  if (stage === "approved" || stage === "active") return { kind: said ?? "approved", index };
  if (stage === "needs_reason" || stage === "rejected") return { kind: "rejected", index };
  if (status === "draft") return { kind: "nothing" };
  if (said === "approved" || said === "rejected") return { kind: said, index };
  if (stage === "review" && said !== null) return { kind: said, index };
  if (stage === "needs_revision" && status === "review") return { kind: "written", index };
  return { kind: "edited", index };
}

/** A status that a person wrote takes precedence over the folder the file is in. */
function inEditor(own: PlanStatus | null): "approved" | "rejected" | "changes_requested" | null {
  if (own === "needs_revision") return "changes_requested";
  return own === "approved" || own === "rejected" ? own : null;
}
