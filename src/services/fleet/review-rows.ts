import { FleetReview } from "../../domain/entities/fleet.ts";
import type { Queries, Row } from "../../domain/ports/database.ts";
import type { TaskEnd } from "../../domain/ports/fleet.ts";

/** Records a task's reviews, and the result of the answer it carried out, in the transaction that ends the task. */
export async function updateAsked(
  queries: Queries,
  repositoryId: string,
  asked: readonly FleetReview[],
  answered: TaskEnd["answered"],
): Promise<void> {
  for (const review of asked) {
    if ((await findReview(queries, review.review_id)) === null)
      await saveReview(queries, FleetReview.parse(review));
  }
  if (answered === undefined) await closeReplaced(queries, repositoryId, asked);
  const review = answered && (await findReview(queries, answered.review_id));
  if (review) await saveReview(queries, { ...review, ...answered });
}

/** Closes the reviews that no longer wait in their repository, because another change replaced them. */
async function closeReplaced(
  queries: Queries,
  repositoryId: string,
  asked: readonly FleetReview[],
): Promise<void> {
  const rows = await queries.all("SELECT data FROM fleet_reviews WHERE status = 'pending'");
  const waiting = new Set(asked.map(({ review_id }) => review_id));
  for (const review of rows.map(parseReview)) {
    if (review.repository_id !== repositoryId || waiting.has(review.review_id)) continue;
    await saveReview(queries, { ...review, status: "closed", why: "replaced by another change" });
  }
}

export async function saveReview(queries: Queries, review: FleetReview): Promise<void> {
  await queries.run(
    `INSERT INTO fleet_reviews (review_id, task_id, status, created_at, data) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (review_id) DO UPDATE SET status = excluded.status, data = excluded.data`,
    [review.review_id, review.task_id, review.status, review.created_at, JSON.stringify(review)],
  );
}

export async function findReview(queries: Queries, reviewId: string): Promise<FleetReview | null> {
  const [row] = await queries.all("SELECT data FROM fleet_reviews WHERE review_id = ?", [reviewId]);
  return row === undefined ? null : parseReview(row);
}

export function parseReview(row: Row): FleetReview {
  return FleetReview.parse(JSON.parse(String(row.data)));
}
