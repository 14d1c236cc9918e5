import type { PlanStatus } from "../entities/plan.ts";
import type { PlanStage } from "../entities/plan-record.ts";
import type { PlanPlace } from "../ports/plans.ts";

/** A plan file of one request as a person left it. */
export interface PlanSight {
  readonly place: PlanPlace;
  readonly status: PlanStatus | null;
  /** The content is not the one on record. */
  readonly changed: boolean;
}

/** What people said with their files. The sight it rests on is the one at `index`. */
export type FileAnswer =
  | { readonly kind: "nothing" }
  | {
      readonly kind:
        | "approved"
        | "rejected"
        | "changes_requested"
        /** Somebody wrote a plan, or wrote it anew after changes were asked for. */
        | "written"
        | "edited"
        /** Back to the question: an approval or a rejection was taken back. */
        | "reopened"
        /** It is done; the file does not make it undone. */
        | "too_late";
      readonly index: number;
    }
  /** No file where one should be. */
  | { readonly kind: "missing" };

/** Where the plan of a request lies while nobody has said anything; null where there is none yet. */
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

/**
 * Reads an answer off the folders. A file in another place than the one it was left in is a person's word; where
 * there are several, a rejection outweighs an approval. Otherwise what the front matter says counts.
 */
export function readFileAnswer(stage: PlanStage, sights: readonly PlanSight[]): FileAnswer {
  if (stage === "active") return { kind: "nothing" };
  const home = PLACE_OF[stage];
  const at = (place: PlanPlace) => sights.findIndex((sight) => sight.place === place);
  if (stage === "needs_reason") {
    const stands = rejectionStands(sights);
    if (stands !== null) return { kind: "rejected", index: stands };
  }
  const moved = (["Inbox/Rejected", "System/Active", "Inbox/Plans"] as const).find(
    (place) => place !== home && at(place) >= 0 && !(stage === "requested" && place === "Inbox/Rejected"),
  );
  if (moved !== undefined) return movedTo(moved, at(moved), stage, sights);
  if (home === null || stage === "completed" || stage === "error" || stage === "rejected")
    return { kind: "nothing" };
  const index = at(home);
  const sight = sights[index];
  if (sight === undefined) return { kind: "missing" };
  return sight.changed ? rewritten(stage, sight.status, index) : { kind: "nothing" };
}

/** The sight a rejection without a reason still rests on, where there is something new about it. */
function rejectionStands(sights: readonly PlanSight[]): number | null {
  const saidAgain = sights.findIndex(({ place, status }) => place === "Inbox/Plans" && status === "rejected");
  if (saidAgain >= 0) return saidAgain;
  const home = sights.findIndex(({ place }) => place === "Inbox/Rejected");
  const outweighs = sights.some(({ place }) => place === "System/Active");
  return home >= 0 && (outweighs || sights[home]?.changed) ? home : null;
}

function movedTo(
  place: PlanPlace,
  index: number,
  stage: PlanStage,
  sights: readonly PlanSight[],
): FileAnswer {
  if (stage === "completed") return { kind: "too_late", index };
  if (place === "Inbox/Rejected") return { kind: "rejected", index };
  if (place === "System/Active") return { kind: "approved", index };
  if (sights[index]?.status === "draft" && stage !== "approved") return { kind: "nothing" };
  return { kind: stage === "requested" ? "written" : "reopened", index };
}

function rewritten(stage: PlanStage, status: PlanStatus | null, index: number): FileAnswer {
  if (stage === "approved") return { kind: takenBack(status) ?? "approved", index };
  if (status === "draft") return { kind: "nothing" };
  if (status === "approved" || status === "rejected") return { kind: status, index };
  if (stage === "review" && status === "needs_revision") return { kind: "changes_requested", index };
  if (stage === "needs_revision" && status === "review") return { kind: "written", index };
  return { kind: "edited", index };
}

/** What is written into an approved plan approves it anew, unless it says the contrary. */
function takenBack(status: PlanStatus | null): "rejected" | "changes_requested" | null {
  if (status === "needs_revision") return "changes_requested";
  return status === "rejected" ? status : null;
}
