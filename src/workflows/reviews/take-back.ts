import type { Review } from "../../domain/entities/review.ts";
import type { Ports } from "../ports.ts";

/**
 * A run that was to land by itself, and ended between opening its review and landing, leaves a question that nobody was
 * to be asked. It is taken back, so that the work is done again instead of waiting for a person. False where a person
 * was to be asked, or the answer is there already.
 */
export async function takeBackUnasked(
  { reviews }: Pick<Ports, "reviews">,
  { review_id, asked_because }: Review,
  why: string,
): Promise<boolean> {
  const now = await reviews.get(review_id);
  if (asked_because.length > 0 || now?.status !== "pending") return false;
  await reviews.withdraw(review_id, why);
  return true;
}
