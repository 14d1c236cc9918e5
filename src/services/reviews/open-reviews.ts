import { Decision, Modification, Review, type ReviewStatus } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries } from "../../domain/ports/database.ts";
import type { ExportedFiles, ExportProblem, Exports } from "../../domain/ports/exports.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { Reviews } from "../../domain/ports/reviews.ts";
import { sealRow } from "../../domain/rules/records/sealed-row.ts";
import { checkId } from "./entity-id.ts";
import { createPublishedFiles } from "./published-files.ts";
import { diffPath, reviewForPeople, reviewPath } from "./review-file.ts";
import {
  alreadyAnswered,
  amended,
  type Changed,
  decided,
  landed,
  modified,
  reopened,
  withdrawn,
} from "./review-moves.ts";
import { REVIEWS_MIGRATIONS } from "./schema.ts";
import { createSealedRecords, sha256 } from "./sealed-records.ts";
import { MISSING_SUMMARIES, putSummary, selectSummaries } from "./summaries.ts";

export interface ReviewsOptions {
  readonly database: Database;
  readonly exports: Exports;
  readonly journal: Journal;
  readonly now: () => string;
}

const reviews = createSealedRecords("review", (value) => Review.parse(value));

/** A store whose files can be compared with the database; ExportFinding describes what that repairs. */
export interface RepairableFiles {
  repairFiles(): Promise<readonly ExportProblem[]>;
}

export interface OpenReviews extends Reviews, RepairableFiles, ExportedFiles {}

export async function openReviews({ database, exports, journal }: ReviewsOptions): Promise<OpenReviews> {
  await database.migrate("reviews", REVIEWS_MIGRATIONS);
  const files = createPublishedFiles({
    database,
    exports,
    async contents(queries, reviewId) {
      const review = await reviews.existing(queries, reviewId);
      return {
        [diffPath(reviewId)]: { text: review.change.diff },
        [reviewPath(reviewId)]: { yaml: reviewForPeople(review) },
      };
    },
  });

  /** Reads, changes and journals one review in a single transaction, then writes its files. */
  async function update(
    reviewId: string,
    actor: "human" | "system",
    change: (review: Review) => Changed | null,
    fence?: Fence,
  ): Promise<Review> {
    await journal.flush();
    const changed = await database.transaction(async (queries) => {
      await fence?.(queries);
      const before = await reviews.existing(queries, reviewId);
      const next = change(before);
      if (next === null) return before;
      await move(queries, before.status, next.review);
      const noun = { traceId: next.review.trace_id, actor, entityId: reviewId };
      const actionType = `review.${next.action ?? next.review.status}`;
      await journal.commit({ ...noun, actionType, metadata: next.metadata }, queries);
      return next.review;
    });
    await files.publish(reviewId);
    return changed;
  }

  return {
    async open(given, fence) {
      const review = Review.parse(given);
      checkId(review.review_id, "a review");
      await journal.flush();
      await database.transaction(async (queries) => {
        await fence?.(queries);
        await insert(queries, review);
        const { trace_id: traceId, review_id: entityId, title } = review;
        await journal.commit(
          {
            traceId,
            actor: "system",
            actionType: "review.opened",
            entityId,
            metadata: { title, diff_hash: review.change.diff_hash },
          },
          queries,
        );
      });
      await files.publish(review.review_id);
    },
    get: (reviewId) => reviews.find(database, reviewId),
    exported: files.exported,
    repairFiles: async () => files.repair(await reviews.ids(database)),
    list: (status) => reviews.list(database, status),
    async summaries(filter) {
      await addMissingSummaries(database);
      return selectSummaries(database, filter);
    },
    async count(status) {
      const [row] = await database.all(
        `SELECT count(*) AS total FROM reviews ${status === undefined ? "" : "WHERE status = ?"}`,
        status === undefined ? [] : [status],
      );
      return Number(row?.total ?? 0);
    },
    decide(reviewId, given, fence) {
      const decision = Decision.parse(given);
      return update(reviewId, decision.actor, (review) => decided(review, decision), fence);
    },
    modify(reviewId, given, version) {
      const modification = Modification.parse(given);
      return update(reviewId, "human", (review) => modified(review, modification, version));
    },
    amend: (reviewId, words) => update(reviewId, "human", (review) => amended(review, words)),
    async markLanded(reviewId, commit) {
      await update(reviewId, "system", (review) => landed(review, commit));
    },
    async withdraw(reviewId, why) {
      await update(reviewId, "system", (review) => withdrawn(review, why));
    },
    async reopen(reviewId, why) {
      await update(reviewId, "system", (review) => reopened(review, why));
    },
  };
}

async function insert(queries: Queries, review: Review): Promise<void> {
  if ((await reviews.find(queries, review.review_id)) !== null) {
    throw new AgentForgeError("conflict", `review ${review.review_id} already exists`);
  }
  const { data, checksum } = sealRow(review, sha256);
  await queries.run(
    "INSERT INTO reviews (review_id, status, created_at, data, checksum) VALUES (?, ?, ?, ?, ?)",
    [review.review_id, review.status, review.created_at, data, checksum],
  );
  await putSummary(queries, review);
}

/**
 * Requires the previous status, so that the second of two concurrent answers changes no row and is refused.
 */
async function move(queries: Queries, from: ReviewStatus, review: Review): Promise<void> {
  const { data, checksum } = sealRow(review, sha256);
  const { changes } = await queries.run(
    "UPDATE reviews SET status = ?, data = ?, checksum = ? WHERE review_id = ? AND status = ?",
    [review.status, data, checksum, review.review_id, from],
  );
  if (changes !== 1) throw alreadyAnswered(review);
  await putSummary(queries, review);
}

/** Reviews of earlier versions have no summary yet. */
async function addMissingSummaries(database: Database): Promise<void> {
  for (;;) {
    const rows = await database.all(MISSING_SUMMARIES);
    if (rows.length === 0) return;
    await database.transaction(async (queries) => {
      for (const { review_id } of rows) {
        const review = await reviews.find(queries, String(review_id));
        if (review !== null) await putSummary(queries, review);
      }
    });
  }
}
