import { describe, expect, it } from "vitest";
import { type Review, ReviewSummary } from "../../entities/review.ts";
import { summarize } from "./review-summary.ts";

const HASH = "a".repeat(64);
const REVIEW = {
  review_id: "RV-1",
  trace_id: "c52a8756-afc0-4dbc-be58-5dfdf2a6b884",
  session_id: "S-1",
  violation_id: null,
  status: "pending",
  title: "a fix",
  created_at: "2026-01-01T00:00:00Z",
  asked_because: ["because"],
  decision: null,
  landed_commit: null,
  request: { confidence: 0.9, files_affected: ["a.js"] },
  change: { diff_hash: HASH, diff: "x".repeat(100_000), files: [] },
  evidence: {
    changed_lines: { total: 2, covered: 1 },
    doubts: ["a doubt"],
    fixed: Array.from({ length: 80 }, (_, index) => `test ${index}`),
    still_failing: ["b"],
    alternatives: [{}, {}],
    confirmation: { tests: 1, canaries: 0, missing: "no second run", notes: [] },
  },
} as unknown as Review;

describe("summarize", () => {
  it("keeps what a list and the risk need", () => {
    expect(ReviewSummary.parse(summarize(REVIEW))).toMatchObject({
      review_id: "RV-1",
      diff_hash: HASH,
      confidence: 0.9,
      files: ["a.js"],
      changed_lines: { total: 2, covered: 1 },
      rivals: 2,
      still_failing: 1,
      unconfirmed: "no second run",
    });
  });

  it("stays small however large the change is", () => {
    expect(JSON.stringify(summarize(REVIEW)).length).toBeLessThan(2_000);
    expect(summarize(REVIEW).fixed).toHaveLength(50);
  });
});
