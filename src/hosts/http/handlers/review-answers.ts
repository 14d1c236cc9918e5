import { applyTexts } from "../../../app/reviews/edit-by-hand.ts";
import type { LandingPlace, Review } from "../../../domain/entities/review.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import { isAtMost, judgeRisk } from "../../../domain/rules/reviews/review-risk.ts";
import { summarize } from "../../../domain/rules/reviews/review-summary.ts";
import type { Ports } from "../../../workflows/ports.ts";
import { findShown } from "../../../workflows/reviews/find-review.ts";
import { landReview } from "../../../workflows/reviews/land-review.ts";
import { modifyReview } from "../../../workflows/reviews/modify-review.ts";
import { rejectReview, requestReviewChanges } from "../../../workflows/reviews/refuse-review.ts";
import type { ApproveAnswer, ApproveManyAnswer } from "../api/reviews.ts";
import type { ApiContext, Handler } from "../context.ts";
import type { Visitor } from "../security/sign-in.ts";
import { answering } from "./answered-first.ts";

export const approve: Handler<"approveReview"> = ({ app }, { id, body, visitor }) =>
  answering(app.ports, id, async () => {
    const review = await findShown(app.ports, id, body.diff_hash);
    return land(app.ports, review, visitor, body.land_to);
  });

export const reject: Handler<"rejectReview"> = ({ app }, { id, body, visitor }) =>
  answering(app.ports, id, async () => {
    const review = await findShown(app.ports, id, body.diff_hash);
    await rejectReview(app.ports, review, visitor.person, body.reason);
    return { review_id: id, status: "rejected" as const };
  });

export const requestChanges: Handler<"requestChanges"> = ({ app }, { id, body, visitor }) =>
  answering(app.ports, id, async () => {
    const review = await findShown(app.ports, id, body.diff_hash);
    await requestReviewChanges(app.ports, review, visitor.person, body);
    return { review_id: id, status: "changes_requested" as const };
  });

export const modify: Handler<"modifyReview"> = ({ app, runs }, { id, body, visitor }) =>
  answering(app.ports, id, async () => {
    const review = await findShown(app.ports, id, body.diff_hash);
    const apply = applyTexts(app, review, body.files);
    const run_id = runs.start({
      kind: "modify",
      title: `verify a version of ${review.title}`,
      by: visitor.person,
      review_id: id,
      async work({ signal, say }) {
        const request = { by: visitor.person, reason: body.reason === "" ? null : body.reason, apply };
        const outcome = await modifyReview(app.ports, review, request, signal, say);
        return { outcome: outcome.status, why: outcome.status === "refused" ? outcome.why.join("; ") : null };
      },
    });
    return { run_id, review_id: id };
  });

/** One after another, independently: a change that cannot land does not block the others. */
export const approveMany: Handler<"approveMany"> = async (context, { body, visitor }) => {
  const results: ApproveManyAnswer["results"] = [];
  for (const shown of body.reviews) {
    const found = await approveOne(context, shown, body, visitor);
    results.push({ review_id: shown.review_id, commit: null, why: null, ...found });
  }
  return { results };
};

type OneResult = Partial<ApproveManyAnswer["results"][number]> &
  Pick<ApproveManyAnswer["results"][number], "status">;

async function approveOne(
  { app: { ports } }: ApiContext,
  { review_id, diff_hash }: { readonly review_id: string; readonly diff_hash: string },
  { at_most, land_to }: Parameters<typeof approveMany>[1]["body"],
  visitor: Visitor,
): Promise<OneResult> {
  try {
    const review = await findShown(ports, review_id, diff_hash);
    const { level } = judgeRisk(summarize(review));
    if (!isAtMost(level, at_most)) return { status: "skipped", why: `its risk is ${level}` };
    const landed = await land(ports, review, visitor, land_to);
    return landed.status === "landed"
      ? { status: "landed", commit: landed.commit }
      : { status: landed.status, why: landed.why };
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return { status: "refused", why: error.message };
  }
}

async function land(
  ports: Ports,
  review: Review,
  { person }: Visitor,
  to: LandingPlace | undefined,
): Promise<ApproveAnswer> {
  const { review_id } = review;
  const outcome = await landReview(ports, review, { by: person, actor: "human", ...(to && { to }) });
  if (outcome.status === "conflict") return { ...outcome, review_id, paths: [...outcome.paths] };
  if (outcome.status === "no_longer_proven") return { ...outcome, review_id };
  const { commit, branch, pullRequest, reverified } = outcome;
  return {
    ...{ status: "landed", review_id, commit, branch: branch ?? null, reverified },
    pull_request: pullRequest ?? null,
  };
}
