import type { FleetReview } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { FleetOptions } from "./fleet-options.ts";
import type { FleetTasks } from "./fleet-tasks.ts";
import { findReview, parseReview, saveReview } from "./review-rows.ts";
import { parseTask } from "./task-reads.ts";

type ReviewMethods = Pick<Fleet, "reviews" | "review" | "answer">;

/** An answer takes precedence over new work. */
const ANSWER_PRIORITY = 100;

/** The reviews of all repositories. */
export function createFleetReviews(
  { database, journal }: FleetOptions,
  { insert }: Pick<FleetTasks, "insert">,
): ReviewMethods {
  return {
    async reviews(all = false) {
      const wanted = all ? "" : "WHERE status = 'pending'";
      const rows = await database.all(
        `SELECT data FROM fleet_reviews ${wanted} ORDER BY created_at, review_id`,
      );
      return rows.map(parseReview);
    },

    review: (reviewId) => findReview(database, reviewId),

    async answer(reviewId, { answer, by, reason }) {
      await journal.flush();
      return database.transaction(async (queries) => {
        const review = await findReview(queries, reviewId);
        if (review === null) throw noReview(reviewId);
        if (review.status !== "pending") throw answered(review);
        const status = answer === "approve" ? "approved" : "rejected";
        await saveReview(queries, { ...review, status, answered_by: by, why: reason });
        const { diff_hash, repository_id: repository } = review;
        const request = { kind: "answer", review_id: reviewId, answer, diff_hash, by, reason } as const;
        // Uses the branch that the change was made for.
        const [made] = await queries.all("SELECT data FROM fleet_tasks WHERE task_id = ?", [review.task_id]);
        const ref = made === undefined ? null : parseTask(made).ref;
        const task = await insert(queries, { repository, request, ref, priority: ANSWER_PRIORITY, by });
        const metadata = { by, reason, diff_hash, task: task.task_id };
        const activity = { traceId: task.trace_id, actor: "human", actionType: `review.${status}` } as const;
        await journal.commit({ ...activity, entityId: reviewId, metadata }, queries);
        return task;
      });
    },
  };
}

function noReview(reviewId: string): AgentForgeError {
  return new AgentForgeError("not_found", `the fleet has no change ${reviewId}`, {
    hint: "Run `agentforge fleet inbox` to list pending changes.",
  });
}

function answered({ review_id, status, answered_by }: FleetReview): AgentForgeError {
  const by = answered_by === null ? "" : ` by ${answered_by}`;
  return new AgentForgeError("conflict", `${review_id} is already ${status}${by}`, {
    hint: "Run `agentforge fleet inbox --all` to see answered ones too.",
  });
}
