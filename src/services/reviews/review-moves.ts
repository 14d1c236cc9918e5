import { type Decision, type Modification, Review, type ReviewStatus } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { ReviewVersion } from "../../domain/ports/reviews.ts";

/** A review after a transition, and its journal entry. */
export interface Changed {
  readonly review: Review;
  readonly metadata: Record<string, string | null>;
  /** Its name in the journal; default: the status. */
  readonly action?: "amended" | "modified" | "reopened";
}

const STATUS_AFTER: Readonly<Record<Decision["answer"], ReviewStatus>> = {
  approve: "approved",
  reject: "rejected",
  request_changes: "changes_requested",
};

export function decided(review: Review, decision: Decision): Changed {
  if (review.status !== "pending") throw alreadyAnswered(review);
  if (decision.diff_hash !== review.change.diff_hash) throw anotherDiff(review);
  const { answer, by, at, diff_hash, reason } = decision;
  return {
    review: { ...review, status: STATUS_AFTER[answer], decision },
    metadata: { answer, reviewed_by: by, reviewed_at: at, diff_hash, reason },
  };
}

export function modified(review: Review, modification: Modification, version: ReviewVersion): Changed {
  if (review.status !== "pending") throw alreadyAnswered(review);
  if (modification.previous_diff_hash !== review.change.diff_hash) throw anotherDiff(review);
  const { by, at, diff_hash, previous_diff_hash, reason } = modification;
  const modifications = [...review.modifications, modification];
  return {
    action: "modified",
    review: Review.parse({ ...review, ...version, modifications }),
    metadata: { modified_by: by, modified_at: at, diff_hash, previous_diff_hash, reason },
  };
}

export function amended(
  review: Review,
  { by, ...words }: { readonly by: string; readonly title: string; readonly commit_message: string },
): Changed {
  if (review.status !== "pending") throw cannot(review, "be reworded");
  return { action: "amended", review: { ...review, ...words }, metadata: { by, ...words } };
}

/** Null if it already exists. */
export function landed(review: Review, commit: string): Changed | null {
  if (review.status === "landed" && review.landed_commit === commit) return null;
  if (review.status !== "approved") throw cannot(review, "land");
  const { diff_hash } = review.change;
  return { review: { ...review, status: "landed", landed_commit: commit }, metadata: { commit, diff_hash } };
}

export function withdrawn(review: Review, why: string): Changed {
  if (review.status !== "pending") throw cannot(review, "be withdrawn");
  return { review: { ...review, status: "withdrawn" }, metadata: { reason: why } };
}

export function reopened(review: Review, why: string): Changed {
  if (review.status !== "approved") throw cannot(review, "be reopened");
  const asked_because = [...review.asked_because, why];
  return {
    action: "reopened",
    review: { ...review, status: "pending", decision: null, asked_because },
    metadata: { reason: why },
  };
}

export function alreadyAnswered(review: Review): AgentForgeError {
  const by = review.decision === null ? "" : ` by ${review.decision.by}`;
  return new AgentForgeError(
    "conflict",
    `review ${review.review_id} was already answered${by} (${review.status.replaceAll("_", " ")})`,
    { hint: `Run \`agentforge review show ${review.review_id}\` to see the answer.` },
  );
}

function anotherDiff({ review_id }: Review): AgentForgeError {
  return new AgentForgeError(
    "stale",
    `the answer refers to a diff that is no longer the current diff of review ${review_id}`,
    { hint: `Review it again with \`agentforge review show ${review_id}\`, then answer.` },
  );
}

function cannot(review: Review, what: string): AgentForgeError {
  const status = review.status.replaceAll("_", " ");
  return new AgentForgeError("conflict", `review ${review.review_id} is ${status} and cannot ${what}`);
}
