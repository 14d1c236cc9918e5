import { hash } from "node:crypto";
import { Decision, Modification, Review, type ReviewStatus } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, Row } from "../../domain/ports/database.ts";
import type { ExportedFiles, ExportFinding, Exports } from "../../domain/ports/exports.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { Reviews } from "../../domain/ports/reviews.ts";
import { sealRow, unsealRow } from "../../domain/rules/sealed-row.ts";
import { checkId } from "./entity-id.ts";
import { createPublishedFiles } from "./published-files.ts";
import { diffPath, reviewForPeople, reviewPath } from "./review-file.ts";
import { REVIEWS_MIGRATIONS } from "./schema.ts";

export interface ReviewsOptions {
  readonly database: Database;
  readonly exports: Exports;
  readonly journal: Journal;
  readonly now: () => string;
}

const sha256 = (text: string) => hash("sha256", text);
const STATUS_AFTER: Readonly<Record<Decision["answer"], ReviewStatus>> = {
  approve: "approved",
  reject: "rejected",
  request_changes: "changes_requested",
  modify: "changes_requested",
};

/** A store whose files can be compared with the database; see ExportFinding for what that puts right. */
export interface RepairableFiles {
  repairFiles(): Promise<readonly ExportFinding[]>;
}

export interface OpenReviews extends Reviews, RepairableFiles, ExportedFiles {}

export async function openReviews({ database, exports, journal }: ReviewsOptions): Promise<OpenReviews> {
  await database.migrate("reviews", REVIEWS_MIGRATIONS);
  const files = createPublishedFiles({
    database,
    exports,
    async contents(queries, reviewId) {
      const review = await existing(queries, reviewId);
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
      const before = await existing(queries, reviewId);
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
    get: (reviewId) => find(database, reviewId),
    exported: files.exported,
    async repairFiles() {
      const rows = await database.all("SELECT review_id FROM reviews ORDER BY created_at");
      return files.repair(rows.map((row) => String(row.review_id)));
    },
    async list(status) {
      const rows = await database.all(
        `SELECT review_id, data, checksum FROM reviews ${status === undefined ? "" : "WHERE status = ?"}
         ORDER BY created_at DESC, review_id DESC`,
        status === undefined ? [] : [status],
      );
      return rows.map(read);
    },
    decide: (reviewId, given, fence) => {
      const decision = Decision.parse(given);
      const answer = (review: Review) => {
        if (review.status !== "pending") throw alreadyAnswered(review);
        if (decision.diff_hash !== review.change.diff_hash) throw anotherDiff(reviewId);
        const { answer, by, diff_hash, reason } = decision;
        return {
          review: { ...review, status: STATUS_AFTER[answer], decision },
          metadata: { answer, reviewed_by: by, reviewed_at: decision.at, diff_hash, reason },
        };
      };
      return update(reviewId, decision.actor, answer, fence);
    },
    modify: (reviewId, given, version) => {
      const modification = Modification.parse(given);
      return update(reviewId, "human", (review) => {
        if (review.status !== "pending") throw alreadyAnswered(review);
        if (modification.previous_diff_hash !== review.change.diff_hash) throw anotherDiff(reviewId);
        const { by, at, diff_hash, previous_diff_hash, reason } = modification;
        const modifications = [...review.modifications, modification];
        return {
          action: "modified",
          review: Review.parse({ ...review, ...version, modifications }),
          metadata: { modified_by: by, modified_at: at, diff_hash, previous_diff_hash, reason },
        };
      });
    },
    async markLanded(reviewId, commit) {
      await update(reviewId, "system", (review) => {
        if (review.status === "landed" && review.landed_commit === commit) return null;
        if (review.status !== "approved") throw cannot(review, "land");
        const { diff_hash } = review.change;
        return {
          review: { ...review, status: "landed", landed_commit: commit },
          metadata: { commit, diff_hash },
        };
      });
    },
    async withdraw(reviewId, why) {
      await update(reviewId, "system", (review) => {
        if (review.status !== "pending") throw cannot(review, "be withdrawn");
        return { review: { ...review, status: "withdrawn" }, metadata: { reason: why } };
      });
    },
    amend: (reviewId, { by, ...words }) =>
      update(reviewId, "human", (review) => {
        if (review.status !== "pending") throw cannot(review, "be reworded");
        return { review: { ...review, ...words }, metadata: { by, ...words }, action: "amended" };
      }),
    async reopen(reviewId, why) {
      await update(reviewId, "system", (review) => {
        if (review.status !== "approved") throw cannot(review, "be reopened");
        const asked_because = [...review.asked_because, why];
        return {
          action: "reopened",
          review: { ...review, status: "pending", decision: null, asked_because },
          metadata: { reason: why },
        };
      });
    },
  };
}

interface Changed {
  readonly review: Review;
  readonly metadata: Record<string, string | null>;
  /** What the journal calls it; the status where nothing is said. */
  readonly action?: "amended" | "modified" | "reopened";
}

async function insert(queries: Queries, review: Review): Promise<void> {
  if ((await find(queries, review.review_id)) !== null) {
    throw new AgentForgeError("conflict", `Review ${review.review_id} exists already.`);
  }
  const { data, checksum } = sealRow(review, sha256);
  await queries.run(
    "INSERT INTO reviews (review_id, status, created_at, data, checksum) VALUES (?, ?, ?, ?, ?)",
    [review.review_id, review.status, review.created_at, data, checksum],
  );
}

/** Names the status it moves from, so that of two answers in a race one changes no row and is refused. */
async function move(queries: Queries, from: ReviewStatus, review: Review): Promise<void> {
  const { data, checksum } = sealRow(review, sha256);
  const { changes } = await queries.run(
    "UPDATE reviews SET status = ?, data = ?, checksum = ? WHERE review_id = ? AND status = ?",
    [review.status, data, checksum, review.review_id, from],
  );
  if (changes !== 1) throw alreadyAnswered(review);
}

async function find(queries: Queries, reviewId: string): Promise<Review | null> {
  const [row] = await queries.all("SELECT review_id, data, checksum FROM reviews WHERE review_id = ?", [
    reviewId,
  ]);
  return row === undefined ? null : read(row);
}

async function existing(queries: Queries, reviewId: string): Promise<Review> {
  const review = await find(queries, reviewId);
  if (review !== null) return review;
  throw new AgentForgeError("not_found", `There is no review ${reviewId}.`, {
    hint: "`agentforge review list` shows those there are.",
  });
}

function read(row: Row): Review {
  return Review.parse(unsealRow(row, `review ${row.review_id}`, sha256));
}

function alreadyAnswered(review: Review): AgentForgeError {
  const by = review.decision === null ? "" : ` by ${review.decision.by}`;
  return new AgentForgeError(
    "conflict",
    `Review ${review.review_id} was answered already${by} (${review.status.replaceAll("_", " ")}).`,
    { hint: `\`agentforge review show ${review.review_id}\` shows what became of it.` },
  );
}

function anotherDiff(reviewId: string): AgentForgeError {
  return new AgentForgeError(
    "stale",
    `The answer names another diff than the one review ${reviewId} holds now.`,
    {
      hint: `Look at it again with \`agentforge review show ${reviewId}\` and answer what it shows.`,
    },
  );
}

function cannot(review: Review, what: string): AgentForgeError {
  const status = review.status.replaceAll("_", " ");
  return new AgentForgeError("conflict", `Review ${review.review_id} is ${status} and cannot ${what}.`);
}
