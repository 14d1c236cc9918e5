import type { Review } from "../../domain/entities/review.ts";
import type { House } from "../house.ts";

/** The same change waits once: an older question about the same diff gives way. */
export async function askInstead(house: House, review: Review): Promise<void> {
  const older = (await house.reviews.list("pending")).filter(
    (pending) => pending.change.diff_hash === review.change.diff_hash,
  );
  await house.reviews.open(review);
  for (const pending of older)
    await house.reviews.withdraw(pending.review_id, `${review.review_id} asks the same`);
}
