import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Ports } from "../ports.ts";
import { decisionOn } from "./decision-on.ts";
import { closeReviewEscalations } from "./escalate.ts";

type RefuseReviewPorts = Pick<Ports, "escalations" | "now" | "owner" | "reviews" | "settings">;

export async function rejectReview(
  ports: RefuseReviewPorts,
  review: Review,
  by: string,
  reason: string,
): Promise<void> {
  await ports.reviews.decide(
    review.review_id,
    decisionOn(ports, review, { actor: "human", answer: "reject", by, reason }),
  );
  await closeReviewEscalations(ports, review.review_id, `${by} rejected the change: ${reason}`);
}

export interface LineComment {
  readonly path: string;
  readonly line: number;
  /** Which side of the diff the line is on. */
  readonly side: "old" | "new";
  readonly text: string;
}

/** Sends a change back. The next attempt at the same work sees the comments. */
export async function requestReviewChanges(
  ports: RefuseReviewPorts,
  review: Review,
  by: string,
  words: { readonly reason: string; readonly comments: readonly LineComment[] },
): Promise<void> {
  const comments = words.comments.map(
    ({ path, line, side, text }) => `${path}:${line}${side === "old" ? " (before the change)" : ""}: ${text}`,
  );
  const reason = [words.reason, ...comments].filter((each) => each.trim() !== "").join("\n");
  if (reason === "") {
    throw new AgentForgeError("bad_input", "neither a reason nor a comment was given", {
      hint: "Give a reason, or comment on a line.",
    });
  }
  await ports.reviews.decide(
    review.review_id,
    decisionOn(ports, review, { actor: "human", answer: "request_changes", by, reason }),
  );
  await closeReviewEscalations(ports, review.review_id, `${by} requested changes: ${reason}`);
}

/** Withdraws a change that AgentForge itself no longer vouches for. */
export async function withdrawReview(
  ports: Pick<Ports, "now" | "owner" | "reviews" | "settings">,
  review: Review,
  reason: string,
): Promise<void> {
  await ports.reviews.decide(
    review.review_id,
    decisionOn(ports, review, { actor: "system", answer: "reject", by: "agentforge", reason }),
  );
}
