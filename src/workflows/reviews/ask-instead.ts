import type { Review } from "../../domain/entities/review.ts";
import type { Ports } from "../ports.ts";

/** The same change waits once: an older question about the same diff gives way. */
export async function askInstead(ports: Pick<Ports, "reviews">, review: Review): Promise<void> {
  const older = (await ports.reviews.list("pending")).filter(
    (pending) => pending.change.diff_hash === review.change.diff_hash,
  );
  await ports.reviews.open(review);
  for (const pending of older)
    await ports.reviews.withdraw(pending.review_id, `${review.review_id} asks the same`);
}
