import { z } from "zod";
import { ChangeSet } from "./code-change.ts";
import { Commit, Score, Sha256, Timestamp, TraceId } from "./common.ts";
import { Evidence } from "./evidence.ts";
import { TestResult } from "./test-result.ts";

/** The information a person sees before answering. */
const ApprovalRequest = z.object({
  task_id: z.string(),
  iteration: z.int().nonnegative(),
  diagnostic_summary: z.string(),
  proposed_fix: z.string(),
  confidence: Score,
  diff_preview: z.string(),
  files_affected: z.array(z.string()),
  test_results_before: TestResult,
  alternative_fixes: z.array(z.string()).nullable().default(null),
  langfuse_trace_url: z.string().nullable().default(null),
});

export const ReviewStatus = z.enum([
  "pending",
  "approved",
  "rejected",
  "changes_requested",
  "landed",
  "withdrawn",
]);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

/** Where an approved change goes. */
export const LandingPlace = z.enum(["current-branch", "branch", "pushed-branch", "pull-request"]);
export type LandingPlace = z.infer<typeof LandingPlace>;

/** An answer, by a person or (`system`) the gate. It names the diff that was shown, and is valid once. */
export const Decision = z.object({
  actor: z.enum(["human", "system"]).default("human"),
  answer: z.enum(["approve", "reject", "request_changes"]),
  by: z.string(),
  at: Timestamp,
  diff_hash: Sha256,
  reason: z.string().nullable().default(null),
  land_to: LandingPlace.default("current-branch"),
  /** The process that executes the answer; if it dies, the next one finishes the work. */
  owner: z.string().nullable().default(null),
});
export type Decision = z.infer<typeof Decision>;

/** A person replaced the change with another version. */
export const Modification = z.object({
  by: z.string(),
  at: Timestamp,
  diff_hash: Sha256,
  previous_diff_hash: Sha256,
  reason: z.string().nullable().default(null),
});
export type Modification = z.infer<typeof Modification>;

/** A verified change waiting to land, or its result. */
export const Review = z.object({
  review_id: z.string().regex(/^RV-[0-9A-Za-z-]+$/),
  trace_id: TraceId,
  session_id: z.string(),
  attempt_id: z.string(),
  /** The violation it fixes, if any. */
  violation_id: z.string().nullable().default(null),
  status: ReviewStatus,
  title: z.string(),
  commit_message: z.string(),
  base_commit: Commit.nullable(),
  created_at: Timestamp,
  /** Why the gate asked; empty if it would have let the change through. */
  asked_because: z.array(z.string()).default([]),
  request: ApprovalRequest,
  change: ChangeSet,
  evidence: Evidence,
  /** Oldest first. The last one's diff is the pending or answered one. */
  modifications: z.array(Modification).default([]),
  decision: Decision.nullable().default(null),
  landed_commit: Commit.nullable().default(null),
});
export type Review = z.infer<typeof Review>;

/** The summary of a review for lists and risk ranking: small, however large the change is. */
export const ReviewSummary = Review.pick({
  review_id: true,
  trace_id: true,
  session_id: true,
  violation_id: true,
  status: true,
  title: true,
  created_at: true,
  asked_because: true,
  decision: true,
  landed_commit: true,
}).extend({
  diff_hash: Sha256,
  confidence: Score,
  files: z.array(z.string()),
  changed_lines: Evidence.shape.changed_lines,
  doubts: z.array(z.string()),
  /** The tests it fixes; only the first if there are many. */
  fixed: z.array(z.string()),
  /** Other changes that also pass every test. */
  rivals: z.int().nonnegative(),
  still_failing: z.int().nonnegative(),
  /** Why a second run could not confirm the proof; null when it did, or when none was made. */
  unconfirmed: z.string().nullable(),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;
