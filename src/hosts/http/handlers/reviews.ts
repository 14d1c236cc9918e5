import { presentable } from "../../../app.ts";
import type { ReviewSummary } from "../../../domain/entities/review.ts";
import { readHunks } from "../../../domain/rules/changes/diff-hunks.ts";
import { questionsOf } from "../../../domain/rules/reviews/deciding-test.ts";
import { judgeRisk } from "../../../domain/rules/reviews/review-risk.ts";
import { summarize } from "../../../domain/rules/reviews/review-summary.ts";
import { costOf } from "../../../workflows/certificates/certify.ts";
import { findReview } from "../../../workflows/reviews/find-review.ts";
import type * as Api from "../api/reviews.ts";
import type { Handler } from "../context.ts";
import { shownFile } from "./shown-file.ts";

const MOST_TRAIL = 500;

export const listReviews: Handler<"listReviews"> = async ({ app }, { query }) => {
  const { status, limit, offset } = query;
  const { reviews } = app.ports;
  const page = await reviews.summaries({ ...(status && { status }), limit, offset });
  return { reviews: page.map(shownSummary), total: await reviews.count(status) };
};

export const getReview: Handler<"getReview"> = async ({ app }, { id }) => {
  const { ports } = app;
  // Redacts secrets before anything is split, so the line-by-line view contains none either.
  const found = await findReview(ports, id);
  const { change, ...review } = presentable(found, app.redactor) as typeof found;
  const hunks = readHunks(change.diff);
  const { level, reasons } = judgeRisk(summarize({ ...review, change }));
  const steps = await ports.sessions.history(review.session_id);
  return {
    review,
    diff_hash: change.diff_hash,
    diff: change.diff,
    files: change.files.map((file) => shownFile(file, hunks.get(file.path) ?? [])),
    lines: review.evidence.line_runs,
    risk: level,
    risk_reasons: [...reasons],
    session: await ports.sessions.get(review.session_id),
    trail: steps.slice(0, MOST_TRAIL).map((step, index) => ({
      number: index + 1,
      tool: step.action?.tool_calls[0]?.name ?? null,
      reasoning: step.action?.reasoning ?? "",
      success: step.success,
      duration_seconds: step.duration_seconds,
      error: step.error,
    })),
    cost: await costOf(ports, review.trace_id),
    questions: app.redactor.data([...questionsOf(found)]),
  };
};

function shownSummary(summary: ReviewSummary): Api.ReviewSummary {
  const { review_id, status, title, created_at, violation_id, confidence, files } = summary;
  const { level, reasons } = judgeRisk(summary);
  return {
    ...{ review_id, status, title, created_at, violation_id, confidence, files },
    ...{ decision: summary.decision, landed_commit: summary.landed_commit, diff_hash: summary.diff_hash },
    risk: level,
    risk_reasons: [...reasons],
  };
}
