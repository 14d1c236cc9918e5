import { AgentForgeError } from "../../../../domain/errors.ts";
import type { Fleet } from "../../../../domain/ports/fleet.ts";
import { answerReview } from "../../../../workflows/fleet/answer-review.ts";
import type { FleetContext, Handler } from "../../context.ts";
import { repositoryNames } from "./repository-names.ts";

/** What reading the inbox needs. */
interface InboxContext {
  readonly fleet: Pick<Fleet, "repositories" | "review" | "reviews">;
}

export const listInbox: Handler<"listFleetInbox", InboxContext> = async (context, { query }) => {
  const nameOf = await repositoryNames(context);
  const reviews = await context.fleet.reviews(query.all === "yes");
  return {
    items: reviews
      .slice(query.offset, query.offset + query.limit)
      .map(({ diff: _diff, ...review }) => ({ ...review, repository: nameOf(review.repository_id) })),
    total: reviews.length,
  };
};

export const getReview: Handler<"getFleetReview", InboxContext> = async (context, { id }) => {
  const review = await context.fleet.review(id);
  if (review === null) {
    throw new AgentForgeError("not_found", `the fleet has no change ${id}`, {
      hint: "Run `agentforge fleet inbox` to list pending changes.",
    });
  }
  return { ...review, repository: (await repositoryNames(context))(review.repository_id) };
};

export const approve: Handler<"approveFleetReview", FleetContext> = async (
  context,
  { id, body, visitor },
) => {
  const answer = { reviewId: id, answer: "approve", by: visitor.person, reason: null } as const;
  const { task_id } = await answerReview(context, { ...answer, shown: body.diff_hash });
  return { review_id: id, task_id };
};

export const reject: Handler<"rejectFleetReview", FleetContext> = async (context, { id, body, visitor }) => {
  const answer = { reviewId: id, answer: "reject", by: visitor.person, reason: body.reason } as const;
  const { task_id } = await answerReview(context, { ...answer, shown: body.diff_hash });
  return { review_id: id, task_id };
};
