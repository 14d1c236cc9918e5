import type { Review } from "../../domain/entities/review.ts";
import type { Ports } from "../ports.ts";
import { movedFiles } from "../proof/apply-change.ts";
import { findPending } from "./find-review.ts";

/**
 * The review that a person means to land: by id, or the only one that fits the current code. A review whose files have
 * changed since it was proven keeps waiting for an answer, but does not block another.
 */
export async function findLandable(
  ports: Pick<Ports, "newId" | "reviews" | "workspace">,
  reviewId: string | null,
): Promise<Review> {
  const pending = reviewId === null ? await ports.reviews.list("pending") : [];
  const [only, ...others] = pending.length < 2 ? [] : await fitting(ports, pending);
  return only !== undefined && others.length === 0 ? only : findPending(ports, reviewId);
}

async function fitting(
  ports: Pick<Ports, "newId" | "workspace">,
  reviews: readonly Review[],
): Promise<readonly Review[]> {
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const fits: Review[] = [];
  for (const review of reviews) {
    if ((await movedFiles(tree, review.change)).length === 0) fits.push(review);
  }
  return fits;
}
