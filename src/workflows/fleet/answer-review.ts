import type { FleetTask } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { type EnqueuePorts, sendQueued } from "./enqueue.ts";

interface FleetAnswerRequest {
  readonly reviewId: string;
  readonly answer: "approve" | "reject";
  readonly by: string;
  readonly reason: string | null;
  /** The hash of the diff the person was shown, if the caller knows it. */
  readonly shown?: string;
}

/** Records a person's answer about a change in some repository, for a worker to carry out. */
export async function answerReview(
  ports: EnqueuePorts,
  { reviewId, answer, by, reason, shown }: FleetAnswerRequest,
): Promise<FleetTask> {
  const review = shown === undefined ? null : await ports.fleet.review(reviewId);
  if (review !== null && review.diff_hash !== shown) {
    throw new AgentForgeError("stale", `${reviewId} has been replaced by another change`, {
      hint: "Review the new one.",
    });
  }
  const task = await ports.fleet.answer(reviewId, { answer, by, reason });
  await sendQueued(ports);
  return task;
}
