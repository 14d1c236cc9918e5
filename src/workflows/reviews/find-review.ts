import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Ports } from "../ports.ts";

/** The review a person means: by id, or the only pending one. */
export async function findPending(ports: Pick<Ports, "reviews">, reviewId: string | null): Promise<Review> {
  if (reviewId !== null) return findReview(ports, reviewId);
  const pending = await ports.reviews.list("pending");
  const [only, ...others] = pending;
  if (!only) {
    throw new AgentForgeError("not_found", "no change is waiting for an answer", {
      hint: "Run `agentforge repair` to look for failing tests, or `agentforge review list --all` to see answered changes.",
    });
  }
  if (others.length > 0) {
    throw new AgentForgeError("bad_input", `${pending.length} changes are waiting; choose one`, {
      hint: pending.map((review) => `${review.review_id}  ${review.title}`).join("\n"),
    });
  }
  return only;
}

/** A pending review whose diff is the one that a person was shown; otherwise throws `conflict` or `stale`. */
export async function findShown(
  ports: Pick<Ports, "reviews">,
  reviewId: string,
  diffHash: string,
): Promise<Review> {
  const review = await findReview(ports, reviewId);
  if (review.status !== "pending") {
    const by = review.decision === null ? "" : ` by ${review.decision.by}`;
    throw new AgentForgeError(
      "conflict",
      `${reviewId} is already ${review.status.replaceAll("_", " ")}${by}`,
      { hint: `Run \`agentforge review show ${reviewId}\` to see the answer.` },
    );
  }
  if (review.change.diff_hash === diffHash) return review;
  throw new AgentForgeError("stale", `the diff of ${reviewId} has changed since it was shown to you`, {
    hint: "Review it again, then answer.",
  });
}

export async function findReview(ports: Pick<Ports, "reviews">, reviewId: string): Promise<Review> {
  const review = await ports.reviews.get(reviewId);
  if (review) return review;
  throw new AgentForgeError("not_found", `there is no review ${reviewId}`, {
    hint: "Run `agentforge review list --all` to see all of them.",
  });
}
