import { type Review, ReviewSummary } from "../../domain/entities/review.ts";
import type { Queries, SqlValue } from "../../domain/ports/database.ts";
import type { SummaryFilter } from "../../domain/ports/reviews.ts";
import { summarize } from "../../domain/rules/reviews/review-summary.ts";

export const MISSING_SUMMARIES = `SELECT review_id FROM reviews
  WHERE review_id NOT IN (SELECT review_id FROM review_summaries) LIMIT 100`;

/** Part of the transaction that changes the review. */
export async function putSummary(queries: Queries, review: Review): Promise<void> {
  await queries.run(
    `INSERT INTO review_summaries (review_id, session_id, status, created_at, data) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (review_id) DO UPDATE SET status = excluded.status, data = excluded.data`,
    [
      review.review_id,
      review.session_id,
      review.status,
      review.created_at,
      JSON.stringify(ReviewSummary.parse(summarize(review))),
    ],
  );
}

/** Only AgentForge writes these rows, so they are not validated again. */
export async function selectSummaries(
  queries: Queries,
  { status, sessionId, limit, offset = 0 }: SummaryFilter = {},
): Promise<readonly ReviewSummary[]> {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (status !== undefined) {
    conditions.push("status = ?");
    values.push(status);
  }
  if (sessionId !== undefined) {
    conditions.push("session_id = ?");
    values.push(sessionId);
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const rows = await queries.all(
    `SELECT data FROM review_summaries ${where} ORDER BY created_at DESC, review_id DESC LIMIT ? OFFSET ?`,
    [...values, limit ?? Number.MAX_SAFE_INTEGER, offset],
  );
  return rows.map((row) => JSON.parse(String(row.data)) as ReviewSummary);
}
