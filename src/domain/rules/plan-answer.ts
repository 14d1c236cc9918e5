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
  const moved = (["Inbox/Rejected", "System/Active", "Inbox/Plans"] as const).find(
    (place) => place !== home && at(place) >= 0,
  );
  if (moved !== undefined) return movedTo(moved, at(moved), stage, sights);
  if (home === null || stage === "completed" || stage === "error" || stage === "rejected")
    return { kind: "nothing" };
  const index = at(home);
  const sight = sights[index];
  if (sight === undefined) return { kind: "missing" };
  return sight.changed ? rewritten(stage, sight.status, index) : { kind: "nothing" };
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
  if (stage === "approved") return { kind: "approved", index };
  if (status === "draft") return { kind: "nothing" };
  if (status === "approved" || status === "rejected") return { kind: status, index };
  if (stage === "review" && status === "needs_revision") return { kind: "changes_requested", index };
  if (stage === "needs_revision" && status === "review") return { kind: "written", index };
  return { kind: "edited", index };
}
