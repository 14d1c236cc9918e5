import type { FleetReview, TaskOutcome, TaskRequest } from "../../domain/entities/fleet.ts";
import type { Review } from "../../domain/entities/review.ts";
import type { TaskEnd } from "../../domain/ports/fleet.ts";
import { findReview } from "../reviews/find-review.ts";
import { branchFor, landReview } from "../reviews/land-review.ts";
import { rejectReview } from "../reviews/refuse-review.ts";
import type { OpenTask } from "./fleet-ports.ts";

type Answer = Extract<TaskRequest, { kind: "answer" }>;

/** Carries out a person's answer about a change in this repository. */
export async function carryOutAnswer(open: OpenTask, answer: Answer, signal: AbortSignal): Promise<TaskEnd> {
  const { ports } = open;
  const review = await findReview(ports, answer.review_id);
  if (review.change.diff_hash !== answer.diff_hash) {
    return end(
      open,
      review,
      "declined",
      "pending",
      "the change has been replaced by another one: review that one",
    );
  }
  if (review.status === "landed") return end(open, review, "fixed", "landed", null);
  if (review.status !== "pending") {
    return end(open, review, "declined", "closed", `it is already ${review.status} in its repository`);
  }
  if (answer.answer === "reject") {
    await rejectReview(ports, review, answer.by, answer.reason ?? "");
    return end(open, review, "declined", "closed", answer.reason);
  }
  const landing = await landReview(ports, review, { by: answer.by, actor: "human", signal });
  if (landing.status !== "landed") return end(open, review, "declined", "pending", landing.why);
  return end(open, { ...review, landed_commit: landing.commit }, "fixed", "landed", null);
}

function end(
  { pushed, brain }: OpenTask,
  review: Review,
  kind: TaskOutcome["kind"],
  status: FleetReview["status"],
  why: string | null,
): TaskEnd {
  const { review_id, title, landed_commit: commit } = review;
  const known = pushed.some((each) => each.review_id === review_id);
  const earlier =
    status !== "landed" || known || commit === null
      ? []
      : [{ review_id, commit, branch: branchFor(review), pull_request: null }];
  const text = why === null ? title : `${title}: ${why}`;
  return {
    outcome: { kind, text, pushed: [...pushed, ...earlier], brain },
    asked: [],
    answered: { review_id, status, why },
  };
}
