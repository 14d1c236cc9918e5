import type { Review } from "../../domain/entities/review.ts";
import type { Landing } from "../../domain/ports/workspace.ts";

/** What became of a proven change: it is waiting for an answer, or landed without one. */
export type ProvenOutcome =
  | { readonly status: "waiting_for_review"; readonly review: Review }
  | { readonly status: "dry_run"; readonly review: Review }
  | {
      readonly status: "landed";
      readonly review: Review;
      readonly commit: string;
      /** Its URL, if one was opened. */
      readonly pullRequest?: string;
    }
  | {
      readonly status: "landing_conflict";
      readonly review: Review;
      readonly conflict: Landing & { status: "conflict" };
    };

/** Why a change that may land without asking did not; null if it did, or a person is asked. */
export function whyNotLanded(outcome: { readonly status: string } | ProvenOutcome): string | null {
  return "conflict" in outcome ? outcome.conflict.why : null;
}
