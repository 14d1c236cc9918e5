import type { FleetReview } from "../../../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { answerReview } from "../../../../workflows/fleet/answer-review.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";
import { type FleetOptions, withFleet } from "../../with-fleet.ts";

export async function showFleetInbox(
  context: CommandContext,
  reviewId: string | undefined,
  options: FleetOptions & { readonly all?: boolean },
): Promise<CommandResult> {
  const { paint } = context;
  return withFleet(context, options, async ({ fleet }) => {
    const urls = new Map((await fleet.repositories()).map((each) => [each.repository_id, each.url]));
    const line = ({ review_id, status, confidence, title, repository_id }: FleetReview) =>
      `${paint("cyan", review_id)}  ${status}  ${confidence.toFixed(2)}  ${visible(urls.get(repository_id) ?? repository_id)}  ${visible(title)}`;
    if (reviewId !== undefined) {
      const review = await fleet.review(reviewId);
      if (review === null) throw noReview(reviewId);
      const because = review.asked_because.map((why) => `  Asked because ${visible(why)}`);
      const next = review.status === "pending" ? [`→ agentforge fleet approve ${review.review_id}`] : [];
      const text = [line(review), ...because, visible(review.diff), ...next].join("\n");
      return { exitCode: 0, text, data: review };
    }
    const reviews = await fleet.reviews(options.all);
    const text = reviews.map(line).join("\n") || "Nothing is waiting for an answer.";
    return { exitCode: 0, text, data: { reviews } };
  });
}

export async function answerFleetReview(
  context: CommandContext,
  reviewId: string,
  answer: "approve" | "reject",
  options: FleetOptions & { readonly reason?: string },
): Promise<CommandResult> {
  return withFleet(context, options, async (app) => {
    const by = context.environment.person;
    const task = await answerReview(app, { reviewId, answer, by, reason: options.reason ?? null });
    context.recorded({
      traceId: task.trace_id,
      actor: "human",
      actionType: `review.${answer}`,
      entityId: reviewId,
    });
    const word = answer === "approve" ? "Approved" : "Rejected";
    const text = `${word} ${reviewId}; a worker runs it as ${task.task_id}.`;
    return { exitCode: 0, text, data: { review_id: reviewId, answer, task } };
  });
}

function noReview(reviewId: string): AgentForgeError {
  return new AgentForgeError("not_found", `the fleet has no change ${reviewId}`, {
    hint: "Run `agentforge fleet inbox` to list pending changes.",
  });
}
