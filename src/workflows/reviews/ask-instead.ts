import type { Review } from "../../domain/entities/review.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { Ports } from "../ports.ts";

/** A change is pending only once: its review replaces an older one with the same diff. */
export async function askInstead(
  ports: Pick<Ports, "reviews">,
  review: Review,
  fence?: Fence,
): Promise<void> {
  const older = (await ports.reviews.list("pending")).filter(
    (pending) => pending.change.diff_hash === review.change.diff_hash,
  );
  await ports.reviews.open(review, fence);
  for (const pending of older)
    await ports.reviews.withdraw(
      pending.review_id,
      `replaced by ${review.review_id}, which has the same diff`,
    );
}
