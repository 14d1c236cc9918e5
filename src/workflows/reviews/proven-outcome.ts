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
    }
  /** It could land, but a check or a test fails with it on the current code. */
  | { readonly status: "no_longer_proven"; readonly review: Review; readonly why: string };

/** Why a change that may land without asking did not; null if it did, or a person is asked. */
export function whyNotLanded(outcome: { readonly status: string } | ProvenOutcome): string | null {
  if ("conflict" in outcome) return outcome.conflict.why;
  return outcome.status === "no_longer_proven" && "why" in outcome ? outcome.why : null;
}
