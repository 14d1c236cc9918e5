import type { Review } from "../../domain/entities/review.ts";
import type { Ports } from "../ports.ts";

/**
 * A run that should land automatically, but was killed between opening its review and landing, leaves a
 * review that nobody should be asked about. It is withdrawn, so that the work is repeated instead of waiting
 * for a person. False if a person should be asked, or has already answered.
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
