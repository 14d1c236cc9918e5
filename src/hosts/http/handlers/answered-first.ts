import { AgentForgeError } from "../../../domain/errors.ts";
import type { Ports } from "../../../workflows/ports.ts";
import { Refusal } from "../problem.ts";

/** Tells the second person who answers that someone else was first. */
export async function answering<Answer>(
  ports: Pick<Ports, "reviews">,
  reviewId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AgentForgeError && ["conflict", "stale"].includes(error.code))) throw error;
    const review = await ports.reviews.get(reviewId);
    const decision = review?.decision;
    if (!review || !decision) throw error;
    const answered = { by: decision.by, at: decision.at, status: review.status };
    throw new Refusal(409, error.code, error.message, { hint: error.hint ?? null, answered });
  }
}
