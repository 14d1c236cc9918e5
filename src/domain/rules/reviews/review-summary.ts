import type { Review, ReviewSummary } from "../../entities/review.ts";

const MOST_TESTS = 50;

export function summarize(review: Review): ReviewSummary {
  const { review_id, trace_id, session_id, violation_id, status, title, created_at } = review;
  const { asked_because, decision, landed_commit, evidence } = review;
  return {
    ...{ review_id, trace_id, session_id, violation_id, status, title, created_at },
    ...{ asked_because, decision, landed_commit },
    diff_hash: review.change.diff_hash,
    confidence: review.request.confidence,
    files: review.request.files_affected,
    changed_lines: evidence.changed_lines,
    doubts: evidence.doubts,
    fixed: evidence.fixed.slice(0, MOST_TESTS),
    rivals: evidence.alternatives.length,
    still_failing: evidence.still_failing.length,
    unconfirmed: evidence.confirmation?.missing ?? null,
  };
}
