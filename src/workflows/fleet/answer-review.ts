import type { FleetTask } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { type EnqueuePorts, sendQueued } from "./enqueue.ts";

interface FleetAnswerRequest {
  readonly reviewId: string;
  readonly answer: "approve" | "reject";
  readonly by: string;
  readonly reason: string | null;
  /** Of the diff that the person was shown, where the caller knows. */
  readonly shown?: string;
}

/** Records what a person says about a change of some repository, and has a worker carry it out. */
export async function answerReview(
  ports: EnqueuePorts,
  { reviewId, answer, by, reason, shown }: FleetAnswerRequest,
): Promise<FleetTask> {
  const review = shown === undefined ? null : await ports.fleet.review(reviewId);
  if (review !== null && review.diff_hash !== shown) {
    throw new AgentForgeError("stale", `${reviewId} is another change by now`, { hint: "Look at it again." });
  }
  const task = await ports.fleet.answer(reviewId, { answer, by, reason });
  await sendQueued(ports);
  return task;
}
