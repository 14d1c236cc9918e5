import type { Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";

/** A review for a model: the diff and the evidence, without both versions of every file. */
export function briefReview(review: Review) {
  const { review_id, title, status, created_at, asked_because, request, change, evidence } = review;
  const { fixed, still_failing, flaky, checks_before, checks_after, changed_lines, notes } = evidence;
  return {
    review_id,
    title,
    status,
    created_at,
    asked_because,
    diagnosis: request.diagnostic_summary,
    files: request.files_affected,
    diff: change.diff,
    evidence: {
      tests_before: briefTests(evidence.tests_before),
      tests_after: briefTests(evidence.tests_after),
      ...{ fixed, still_failing, flaky, checks_before, checks_after, changed_lines, notes },
      confidence: evidence.confidence.overall,
    },
    next: `Tell the user: agentforge review show ${review_id}, then approve or reject it.`,
  };
}

/** The result of a workflow, with shortened reviews and test runs. */
export function briefOutcome(outcome: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(outcome).map(([key, value]) => {
      if (key === "review") return [key, briefReview(value as Review)];
      if ((key === "result" || key === "before") && value !== null)
        return [key, briefTests(value as TestResult)];
      return [key, value];
    }),
  );
}

function briefTests(result: TestResult) {
  const { status, framework, total_tests, passed, failed, skipped, errors, failures } = result;
  return {
    ...{ status, framework, total_tests, passed, failed, skipped, errors },
    failures: failures.slice(0, 20).map(({ test_id, error_message }) => ({ test_id, error_message })),
  };
}
