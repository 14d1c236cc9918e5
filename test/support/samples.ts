import { Escalation } from "../../src/domain/entities/escalation.ts";
import { FixAttempt } from "../../src/domain/entities/fix-attempt.ts";
import { Review } from "../../src/domain/entities/review.ts";
import { TestResult } from "../../src/domain/entities/test-result.ts";

const TIME = "2026-01-02T03:04:05.000Z";
const TRACE = "550e8400-e29b-41d4-a716-446655440000";
export const DIFF_HASH = "d".repeat(64);
export const COMMIT = "c".repeat(40);

const testResult = (failed: number) =>
  TestResult.parse({
    status: failed > 0 ? "failed" : "passed",
    framework: "node:test",
    command: ["node", "--test"],
    total_tests: 2,
    passed: 2 - failed,
    failed,
    skipped: 0,
    errors: 0,
    duration_seconds: 0.2,
    tests: [],
    failures: [],
    exit_code: failed,
    raw_output: "a long output\n",
  });

/** Whole entities for tests and batteries. */
export function sampleReview(reviewId: string, more: Partial<Review> = {}): Review {
  const signals = { diagnostic: [], fix: [], test_coverage: [] };
  const diff = "--- a/sum.js\n+++ b/sum.js\n@@ -1 +1 @@\n-a - b\n+a + b\n";
  const file = { mode: "100644", sha256: "a".repeat(64), content_base64: "YSAtIGI=" };
  return Review.parse({
    review_id: reviewId,
    trace_id: TRACE,
    session_id: "s-1",
    attempt_id: "a-1",
    status: "pending",
    title: "Add instead of subtracting",
    commit_message: "Add instead of subtracting",
    base_commit: COMMIT,
    created_at: TIME,
    request: {
      task_id: "t-1",
      iteration: 1,
      diagnostic_summary: "sum subtracts",
      proposed_fix: "use +",
      confidence: 0.9,
      diff_preview: diff,
      files_affected: ["sum.js"],
      test_results_before: testResult(1),
    },
    change: { files: [{ path: "sum.js", before: file, after: file }], diff, diff_hash: DIFF_HASH },
    evidence: {
      tests_before: testResult(1),
      tests_after: testResult(0),
      fixed: ["sum adds"],
      still_failing: [],
      broken: [],
      changed_lines: { total: 1, covered: 1 },
      confidence: {
        diagnostic_confidence: 0.9,
        fix_confidence: 0.9,
        test_coverage_confidence: 0.9,
        overall: 0.9,
        signals,
      },
    },
    ...more,
  });
}

export function sampleAttempt(attemptId: string, more: Partial<FixAttempt> = {}): FixAttempt {
  return FixAttempt.parse({
    attempt_id: attemptId,
    trace_id: TRACE,
    session_id: "s-1",
    branch: "fix/sum-550e8400",
    started_at: TIME,
    phase: "analyze",
    ...more,
  });
}

export function sampleEscalation(escalationId: string, more: Partial<Escalation> = {}): Escalation {
  return Escalation.parse({
    escalation_id: escalationId,
    type: "cannot_fix",
    task_id: "t-1",
    created_at: TIME,
    status: "pending",
    reason: "the test contradicts the documentation",
    agent_analysis: {},
    ...more,
  });
}
