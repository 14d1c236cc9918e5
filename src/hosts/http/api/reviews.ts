import { z } from "zod";
import { RepositoryPath, Sha256 } from "../../../domain/entities/common.ts";
import { Split } from "../../../domain/entities/evidence.ts";
import { LandingPlace, Review, ReviewStatus } from "../../../domain/entities/review.ts";
import { Session } from "../../../domain/entities/session.ts";
import { PageQuery, Risk, Text } from "./common.ts";

export const ReviewSummary = z.object({
  review_id: z.string(),
  status: ReviewStatus,
  title: z.string(),
  created_at: z.string(),
  violation_id: z.string().nullable(),
  confidence: z.number(),
  risk: Risk,
  risk_reasons: z.array(z.string()),
  files: z.array(z.string()),
  decision: Review.shape.decision,
  landed_commit: z.string().nullable(),
  /** For `approve-many`. */
  diff_hash: Sha256,
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

export const ReviewsQuery = PageQuery.extend({ status: ReviewStatus.optional() });
export const ReviewsAnswer = z.object({ reviews: z.array(ReviewSummary), total: z.int() });
export type ReviewsAnswer = z.infer<typeof ReviewsAnswer>;

/** One line of a hunk. `old` and `new` are line numbers; null on the side that does not have the line. */
export const DiffLine = z.object({
  kind: z.enum(["context", "added", "removed"]),
  old: z.int().nullable(),
  new: z.int().nullable(),
  text: z.string(),
  /** The file ends here without a line break. */
  no_newline: z.boolean().optional(),
});
export type DiffLine = z.infer<typeof DiffLine>;

export const DiffHunk = z.object({
  old_start: z.int(),
  old_lines: z.int(),
  new_start: z.int(),
  new_lines: z.int(),
  /** The enclosing function, if git names one. */
  heading: z.string(),
  lines: z.array(DiffLine),
});
export type DiffHunk = z.infer<typeof DiffHunk>;

export const DiffFile = z.object({
  path: z.string(),
  status: z.enum(["added", "removed", "changed"]),
  /** Both modes, if the mode changed. */
  mode: z.object({ before: z.string(), after: z.string() }).nullable(),
  binary: z.boolean(),
  added: z.int(),
  removed: z.int(),
  hunks: z.array(DiffHunk),
  /** The complete new text, for editing; null for a removed, binary or very large file, or a link. */
  after_text: z.string().nullable(),
});
export type DiffFile = z.infer<typeof DiffFile>;

/** Whether the tests ran a changed line, if that was measured. */
export const LineEvidence = z.object({
  path: z.string(),
  /** A line number of the new text. */
  line: z.int(),
  run: z.boolean(),
  /** Some of the tests known to run it, those that the change fixed first; null if not recorded. */
  tests: z.array(z.string()).nullable(),
  /** How many tests are known to run it. */
  test_count: z.int(),
});
export type LineEvidence = z.infer<typeof LineEvidence>;

const TrailStep = z.object({
  number: z.int(),
  tool: z.string().nullable(),
  reasoning: z.string(),
  success: z.boolean(),
  duration_seconds: z.number(),
  error: z.string().nullable(),
});

/** A review as the page shows it: the record, with `files` in place of the raw bytes. */
export const ReviewDetail = z.object({
  review: Review.omit({ change: true }),
  diff_hash: Sha256,
  /** The diff as text, as `review show` prints it. */
  diff: z.string(),
  files: z.array(DiffFile),
  lines: z.array(LineEvidence),
  risk: Risk,
  risk_reasons: z.array(z.string()),
  /** The run that made it; null if its record was deleted. */
  session: Session.nullable(),
  trail: z.array(TrailStep),
  cost: z.object({ tokens: z.int(), usd: z.number().nullable() }),
  /** Inputs that the tests leave undecided and a new test could decide, for `answer`. */
  questions: z.array(Split),
});
export type ReviewDetail = z.infer<typeof ReviewDetail>;

/** Every answer names the diff that the person saw. */
const Shown = z.strictObject({ diff_hash: Sha256 });

export const ApproveBody = Shown.extend({ land_to: LandingPlace.optional() });
export type ApproveBody = z.infer<typeof ApproveBody>;

export const ApproveAnswer = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("landed"),
    review_id: z.string(),
    commit: z.string(),
    branch: z.string().nullable(),
    pull_request: z.string().nullable(),
    /** All tests ran again because the code had changed. */
    reverified: z.boolean(),
  }),
  /** Something is in the way of the change; the review stays open. */
  z.object({
    status: z.literal("conflict"),
    review_id: z.string(),
    why: z.string(),
    paths: z.array(z.string()),
  }),
  /** The change still applies, but a check or a test fails with it on the current code; the review stays open. */
  z.object({ status: z.literal("no_longer_proven"), review_id: z.string(), why: z.string() }),
]);
export type ApproveAnswer = z.infer<typeof ApproveAnswer>;

export const RejectBody = Shown.extend({ reason: Text });
export type RejectBody = z.infer<typeof RejectBody>;

export const LineComment = z.strictObject({
  path: RepositoryPath,
  /** A line number of the new text, or of the old text if `side` says so. */
  line: z.int().positive(),
  side: z.enum(["old", "new"]).default("new"),
  text: Text,
});
export type LineComment = z.infer<typeof LineComment>;

export const RequestChangesBody = Shown.extend({
  reason: z.string().trim().max(20_000).default(""),
  comments: z.array(LineComment).max(200).default([]),
});
export type RequestChangesBody = z.input<typeof RequestChangesBody>;

export const ModifyBody = Shown.extend({
  reason: z.string().trim().max(20_000).default(""),
  /** Complete new texts of files in the change. */
  files: z
    .array(z.strictObject({ path: RepositoryPath, text: z.string().max(2_000_000) }))
    .min(1)
    .max(200),
});
export type ModifyBody = z.input<typeof ModifyBody>;

export const AnswerWithTestBody = Shown.extend({
  /** `this`: the result of the change is right. `other`: the result of the alternative is right. */
  test: z.enum(["this", "other"]),
  /** Which of `questions`, starting from 1. */
  question: z.int().positive().default(1),
});
export type AnswerWithTestBody = z.input<typeof AnswerWithTestBody>;

/**
 * Verification takes a while, so it runs in the background: 202 with the run's id. Its outcome is one of these
 * statuses.
 */
export const ModifyAnswer = z.object({ run_id: z.string(), review_id: z.string() });
export type ModifyAnswer = z.infer<typeof ModifyAnswer>;

export const AnsweredReview = z.object({ review_id: z.string(), status: ReviewStatus });
export type AnsweredReview = z.infer<typeof AnsweredReview>;

export const ApproveManyBody = z.strictObject({
  /** Each with the hash of the diff that was shown. */
  reviews: z
    .array(z.strictObject({ review_id: z.string().max(200), diff_hash: Sha256 }))
    .min(1)
    .max(200),
  /** Changes above this risk are skipped. */
  at_most: Risk,
  land_to: LandingPlace.optional(),
});
export type ApproveManyBody = z.infer<typeof ApproveManyBody>;

export const ApproveManyAnswer = z.object({
  results: z.array(
    z.object({
      review_id: z.string(),
      status: z.enum(["landed", "conflict", "no_longer_proven", "skipped", "refused"]),
      commit: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
});
export type ApproveManyAnswer = z.infer<typeof ApproveManyAnswer>;
