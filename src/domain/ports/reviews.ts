import type { Certificate, Statement } from "../entities/certificate.ts";
import type { Escalation } from "../entities/escalation.ts";
import type { FixAttempt } from "../entities/fix-attempt.ts";
import type { Decision, Modification, Review, ReviewStatus, ReviewSummary } from "../entities/review.ts";
import type { Queries } from "./database.ts";
import type { Fence } from "./queue.ts";

/** The parts of a review that a new version of the change replaces. */
export type ReviewVersion = Pick<
  Review,
  "title" | "commit_message" | "base_commit" | "asked_because" | "request" | "change" | "evidence"
>;

export interface SummaryFilter {
  readonly status?: ReviewStatus;
  readonly sessionId?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface Reviews {
  /** With a fence, only if the claim it belongs to is still valid. */
  open(review: Review, fence?: Fence): Promise<void>;
  get(reviewId: string): Promise<Review | null>;
  /** Newest first. */
  list(status?: ReviewStatus): Promise<readonly Review[]>;
  /** Newest first. Fast: thousands of summaries take less time than a few whole reviews. */
  summaries(filter?: SummaryFilter): Promise<readonly ReviewSummary[]>;
  count(status?: ReviewStatus): Promise<number>;
  /**
   * Records a person's answer, once: a second answer, or one that names a different diff, is refused with
   * `conflict` or `stale`. Durable, and in the journal, when it resolves.
   */
  decide(reviewId: string, decision: Decision, fence?: Fence): Promise<Review>;
  /**
   * Replaces a pending change with a person's version, under the same id. Refused with `conflict` or `stale`
   * if it was answered or modified in the meantime.
   */
  modify(reviewId: string, modification: Modification, version: ReviewVersion): Promise<Review>;
  /** A person's description of a pending change, durable and in the journal when it resolves. */
  amend(
    reviewId: string,
    words: { readonly by: string; readonly title: string; readonly commit_message: string },
  ): Promise<Review>;
  markLanded(reviewId: string, commit: string): Promise<void>;
  /** Withdraws a pending review that another one replaces. */
  withdraw(reviewId: string, why: string): Promise<void>;
  /** Returns an approved change that could not land to pending, with the reason. */
  reopen(reviewId: string, why: string): Promise<void>;
}

/** The statement about a fix that is about to land; together with the commit it becomes a certificate. */
export interface PreparedCertificate {
  readonly digest: string;
  readonly statement: Statement;
}

export interface Certificates {
  /** Durable when it resolves. Replaces an earlier one for the same review. */
  prepare(prepared: PreparedCertificate): Promise<void>;
  prepared(reviewId: string): Promise<PreparedCertificate | null>;
  issue(certificate: Certificate): Promise<void>;
  /** By the commit or the review. */
  get(id: string): Promise<Certificate | null>;
  /** Newest first. */
  list(): Promise<readonly Certificate[]>;
}

export interface Attempts {
  save(attempt: FixAttempt): Promise<void>;
  get(attemptId: string): Promise<FixAttempt | null>;
  /** Newest first. */
  list(limit?: number): Promise<readonly FixAttempt[]>;
}

export interface Resolution {
  readonly by: string;
  readonly guidance?: string;
  readonly reason?: string;
  readonly retry?: boolean;
  readonly actor?: "human" | "system";
}

type EscalationWords = Pick<Escalation, "reason" | "constraints" | "alternatives">;

export interface Escalations {
  create(escalation: Escalation): Promise<void>;
  get(escalationId: string): Promise<Escalation | null>;
  /** Newest first. */
  list(status?: Escalation["status"]): Promise<readonly Escalation[]>;
  /** A person's corrections to what a pending record says, durable and in the journal when it resolves. */
  amend(escalationId: string, by: string, words: EscalationWords): Promise<Escalation>;
  /**
   * A person answered (or `system`, if its subject is gone), once; `conflict` the second time. Durable, and
   * in the journal, when it resolves; `also` happens in the same transaction.
   */
  resolve(
    escalationId: string,
    resolution: Resolution,
    also?: (queries: Queries) => Promise<void>,
  ): Promise<Escalation>;
}
