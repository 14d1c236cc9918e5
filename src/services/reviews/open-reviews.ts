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
  const files = createPublishedFiles({ database, exports, contents });

  const update = async (reviewId: string, change: ReviewChange): Promise<Review> => {
    const changed = await updateReview({ database, journal }, reviewId, change);
    await files.publish(reviewId);
    return changed;
  };
  const bySystem = async (reviewId: string, move: ReviewChange["move"]): Promise<void> => {
    await update(reviewId, { actor: "system", move });
  };

  return {
    async open(given, fence) {
      const review = Review.parse(given);
      checkId(review.review_id, "a review");
      await storeReview({ database, journal }, review, fence);
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
    count: (status) => countReviews(database, status),
    decide(reviewId, given, fence) {
      const decision = Decision.parse(given);
      return update(reviewId, {
        actor: decision.actor,
        move: (review) => decided(review, decision),
        fence,
      });
    },
    modify(reviewId, given, version) {
      const modification = Modification.parse(given);
      return update(reviewId, { actor: "human", move: (review) => modified(review, modification, version) });
    },
    amend: (reviewId, words) =>
      update(reviewId, { actor: "human", move: (review) => amended(review, words) }),
    markLanded: (reviewId, commit) => bySystem(reviewId, (review) => landed(review, commit)),
    withdraw: (reviewId, why) => bySystem(reviewId, (review) => withdrawn(review, why)),
    reopen: (reviewId, why) => bySystem(reviewId, (review) => reopened(review, why)),
  };
}

async function contents(queries: Queries, reviewId: string) {
  const review = await reviews.existing(queries, reviewId);
  return {
    [diffPath(reviewId)]: { text: review.change.diff },
    [reviewPath(reviewId)]: { yaml: reviewForPeople(review) },
  };
}

interface ReviewChange {
  readonly actor: "human" | "system";
  /** Null leaves the review unchanged. */
  readonly move: (review: Review) => Changed | null;
  readonly fence?: Fence | undefined;
}

type Store = Pick<ReviewsOptions, "database" | "journal">;

async function storeReview({ database, journal }: Store, review: Review, fence?: Fence): Promise<void> {
  await journal.flush();
  await database.transaction(async (queries) => {
    await fence?.(queries);
    await insert(queries, review);
    const { trace_id: traceId, review_id: entityId, title } = review;
    const metadata = { title, diff_hash: review.change.diff_hash };
    await journal.commit(
      { traceId, actor: "system", actionType: "review.opened", entityId, metadata },
      queries,
    );
  });
}

/** Reads, changes and journals one review in a single transaction. */
async function updateReview(
  { database, journal }: Store,
  reviewId: string,
  { actor, move, fence }: ReviewChange,
): Promise<Review> {
  await journal.flush();
  return database.transaction(async (queries) => {
    await fence?.(queries);
    const before = await reviews.existing(queries, reviewId);
    const next = move(before);
    if (next === null) return before;
    await replace(queries, before.status, next.review);
    const noun = { traceId: next.review.trace_id, actor, entityId: reviewId };
    const actionType = `review.${next.action ?? next.review.status}`;
    await journal.commit({ ...noun, actionType, metadata: next.metadata }, queries);
    return next.review;
  });
}

async function countReviews(database: Database, status?: ReviewStatus): Promise<number> {
  const [row] = await database.all(
    `SELECT count(*) AS total FROM reviews ${status === undefined ? "" : "WHERE status = ?"}`,
    status === undefined ? [] : [status],
  );
  return Number(row?.total ?? 0);
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
async function replace(queries: Queries, from: ReviewStatus, review: Review): Promise<void> {
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
