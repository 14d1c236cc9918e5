import { z } from "zod";
import { FileMode } from "./code-change.ts";
import { Commit, RepositoryPath, Score, Sha256, Timestamp, TraceId } from "./common.ts";
import { ConfirmationRecord } from "./evidence.ts";
import { LandingPlace } from "./review.ts";
import { TestCase, TestStatus } from "./test-result.ts";

const Side = z.object({ mode: FileMode, sha256: Sha256 }).nullable();
const Outcome = TestCase.shape.status.nullable();

/** One test before and after the change; null if it did not exist. */
export const CertifiedTest = z.object({ id: z.string(), before: Outcome, after: Outcome });
export type CertifiedTest = z.infer<typeof CertifiedTest>;

/** The journal's head: its identity, and the number and hash of its last row. */
export const JournalPosition = z.object({
  journal_id: z.string(),
  seq: z.int().nonnegative(),
  hash: Sha256,
});
export type JournalPosition = z.infer<typeof JournalPosition>;

/** The statement about a fix before it lands. The commit names its digest, so it cannot name the commit. */
export const Statement = z.object({
  format: z.literal("agentforge-certificate/1"),
  title: z.string(),
  trace_id: TraceId,
  session_id: z.string(),
  attempt_id: z.string(),
  review_id: z.string(),
  violation_id: z.string().nullable(),
  /** The commit the proof was made on; null in a repository without commits. */
  proven_on: Commit.nullable(),
  /** The commit on which all tests ran again with the change, if the code had changed before the approval. */
  reverified_on: Commit.nullable(),
  /** The user's other uncommitted changes when the tests ran. */
  uncommitted: z.array(z.string()),
  diff_hash: Sha256,
  files: z.array(z.object({ path: RepositoryPath, before: Side, after: Side })),
  tests: z.object({
    framework: z.string(),
    before: TestStatus,
    after: TestStatus,
    cases: z.array(CertifiedTest),
    /** The tests that failed before and pass now. */
    fixed: z.array(z.string()),
    flaky: z.array(z.string()),
    /** One entry per suite, with the number of tests executed after the change. */
    suites: z.array(z.object({ name: z.string(), executed: z.int().nonnegative() })).exactOptional(),
    /** Suites that the user's settings exclude. */
    excluded: z.array(z.string()).exactOptional(),
  }),
  /** The result of an independent second run. */
  confirmation: ConfirmationRecord.nullable().exactOptional(),
  /** Objections to the change although the tests passed. */
  doubts: z.array(z.string()).exactOptional(),
  /** Parts of the change that could differ without any test noticing. */
  unnoticed: z.array(z.string()).exactOptional(),
  /** The number of words, numbers and operators the change adds. */
  new_tokens: z.int().nonnegative().nullable().exactOptional(),
  /** The number of violations, and those removed and added; null if no checks ran. */
  checks: z
    .object({
      before: z.int().nonnegative(),
      after: z.int().nonnegative(),
      gone: z.array(z.string()),
      come: z.array(z.string()),
    })
    .nullable(),
  changed_lines: z.object({
    total: z.int().nonnegative(),
    covered: z.int().nonnegative().nullable(),
  }),
  confidence: Score,
  sandbox: z.string().nullable(),
  tools: z.record(z.string(), z.string()),
  brain: z.object({
    kind: z.string(),
    made_by: z.array(z.string()),
    /** Every model that was used, as `provider:model`. */
    models: z.array(z.string()).exactOptional(),
  }),
  cost: z.object({ tokens: z.int().nonnegative(), usd: z.number().nonnegative().nullable() }),
  approval: z.object({
    by: z.string(),
    actor: z.enum(["human", "system"]),
    at: Timestamp,
    land_to: LandingPlace,
  }),
  journal: JournalPosition.nullable(),
});
export type Statement = z.infer<typeof Statement>;

/** The statement, its digest, and the commit that carries the digest. */
export const Certificate = z.object({
  digest: Sha256,
  statement: Statement,
  base_commit: Commit.nullable(),
  result_commit: Commit,
  issued_at: Timestamp,
});
export type Certificate = z.infer<typeof Certificate>;
