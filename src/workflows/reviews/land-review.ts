import type { Certificate } from "../../domain/entities/certificate.ts";
import type { Decision, LandingPlace, Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { PreparedCertificate } from "../../domain/ports/reviews.ts";
import type { Landing, LandTarget, Rollback } from "../../domain/ports/workspace.ts";
import { branchName } from "../../domain/rules/changes/commit-message.ts";
import { withCertificate } from "../../domain/rules/proof/certificate.ts";
import {
  type CertifyPorts,
  issueCertificate,
  prepareCertificate,
  preparedFor,
  pushCertificate,
} from "../certificates/certify.ts";
import type { Ports } from "../ports.ts";
import { type ReverifyPorts, reverifyIfMoved } from "../proof/reverify.ts";
import { closeEscalations, closeReviewEscalations } from "./escalate.ts";
import { pullRequestBody } from "./pull-request-body.ts";

export type LandReviewPorts = Pick<
  Ports,
  "attempts" | "escalations" | "now" | "owner" | "queue" | "reviews"
> &
  CertifyPorts &
  ReverifyPorts;

export interface Answerer {
  readonly by: string;
  /** Default: the setting. */
  readonly to?: LandingPlace;
  readonly actor: "human" | "system";
  /** The token of the claim under which the change was made. */
  readonly fence?: Fence;
  /** Aborts the wait for its turn to land. */
  readonly signal?: AbortSignal;
}

type Finished =
  | (Landing & {
      readonly status: "landed";
      readonly certificate: Certificate | null;
      /** Why the certificate of a pull request was not pushed; absent if it was, or need not be. */
      readonly notPushed?: string;
    })
  | (Landing & { readonly status: "conflict" });

/** Nothing was written, and the review is still pending. */
export type NotLanded =
  /** Something is in the way of the change: edits in its files, or the state of the repository. */
  | (Landing & { readonly status: "conflict" })
  /** It could land, but a check or a test fails with it on the current code. */
  | { readonly status: "no_longer_proven"; readonly why: string };

export type LandOutcome =
  | (Finished & {
      readonly status: "landed";
      readonly reverified: boolean;
      /** The run of all tests on top of what landed in the meantime; null if nothing did. */
      readonly tests: TestResult | null;
    })
  | NotLanded;

/**
 * Approves a pending change and lands it. The approval names the diff that was shown and is valid once. Landings
 * take turns, across processes, so that each is proven on top of all that landed before it.
 */
export async function landReview(
  ports: LandReviewPorts,
  review: Review,
  answerer: Answerer,
): Promise<LandOutcome> {
  const { signal = new AbortController().signal } = answerer;
  const about = { "agentforge.review.id": review.review_id, "agentforge.approved_by": answerer.by };
  return ports.telemetry.trace(review.trace_id, "land", about, async (span) => {
    const outcome = await ports.queue.alone("landing", signal, () => landInTurn(ports, review, answerer));
    span.note({ "agentforge.landing": outcome.status });
    if (outcome.status === "landed") span.note({ "agentforge.commit": outcome.commit });
    else span.fail(outcome.why);
    return outcome;
  });
}

async function landInTurn(ports: LandReviewPorts, review: Review, answerer: Answerer): Promise<LandOutcome> {
  const to = answerer.to ?? ports.settings.landTo;
  const reverified = await reverifyIfMoved(ports, review);
  if (reverified.status === "moved") return { ...reverified, status: "conflict" };
  if (reverified.status === "no_longer_proven") return reverified;
  const decision: Decision = {
    actor: answerer.actor,
    answer: "approve",
    by: answerer.by,
    at: ports.now(),
    diff_hash: review.change.diff_hash,
    reason: null,
    land_to: to,
    owner: ports.owner,
  };
  await ports.reviews.decide(review.review_id, decision, answerer.fence);
  await prepareCertificate(ports, review, decision, reverified);
  const landing = await finishLanding(ports, review, decision);
  if (landing.status === "conflict") return landing;
  const again = reverified.status === "holds_again";
  return { ...landing, reverified: again, tests: again ? reverified.tests : null };
}

/** Lands an approved change. Repeating it after a crash produces the same commit. */
export async function finishLanding(
  ports: LandReviewPorts,
  review: Review,
  decision: Decision,
): Promise<Finished> {
  const prepared =
    (await preparedFor(ports, review, decision)) ??
    (await prepareCertificate(ports, review, decision, { status: "not_needed" }));
  const message = withCertificate(review.commit_message, prepared.digest);
  const landing = await ports.workspace.land({
    to: targetOf({ ...review, commit_message: message }, decision.land_to, prepared),
    change: review.change,
    message,
    traceId: review.trace_id,
    landingId: review.review_id,
    at: decision.at,
    allowOwnEdits: decision.actor === "human",
  });
  if (landing.status === "conflict") {
    await ports.reviews.reopen(review.review_id, landing.why);
    return landing;
  }
  await ports.reviews.markLanded(review.review_id, landing.commit);
  await closeReviewEscalations(ports, review.review_id, "the change has landed");
  await closeAttempt(ports, review, decision.land_to === "current-branch");
  const certificate = await issueCertificate(ports, review, landing.commit);
  if (certificate === null || landing.pullRequest === undefined) return { ...landing, certificate };
  const notPushed = await pushCertificate(ports, certificate);
  return { ...landing, certificate, ...(notPushed !== null && { notPushed }) };
}

/** Records the effects of a landing: the attempt is committed, and a violation it fixed is resolved. */
async function closeAttempt(
  ports: Pick<Ports, "attempts" | "conformance" | "escalations" | "journal">,
  review: Review,
  isHere: boolean,
): Promise<void> {
  const attempt = await ports.attempts.get(review.attempt_id);
  if (attempt && !attempt.committed) await ports.attempts.save({ ...attempt, committed: true });
  if (review.violation_id === null) return;
  try {
    const run = await ports.conformance.check("working-tree", { files: review.request.files_affected });
    const { resolved } = await run.file();
    const { violation_id: id, review_id } = review;
    const isGone = isHere && (await ports.conformance.resolveImported(id, `fixed by ${review_id}`));
    await closeEscalations(ports, [...resolved, ...(isGone ? [id] : [])]);
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    ports.journal.record({
      traceId: review.trace_id,
      actor: "system",
      actionType: "checks.failed",
      entityId: review.violation_id,
      metadata: { why: error.message },
    });
  }
}

/** The branch name for this change. */
export function branchFor(review: Review): string {
  const [file = "change"] = review.request.files_affected;
  const name = review.violation_id ?? file.split("/").at(-1) ?? file;
  return branchName("fix", name, review.trace_id);
}

function targetOf(review: Review, to: LandingPlace, prepared: PreparedCertificate): LandTarget {
  if (to === "current-branch") return { kind: to };
  const branch = branchFor(review);
  if (to === "branch" || to === "pushed-branch") return { kind: to, branch };
  const [title = review.title] = review.commit_message.split("\n");
  return { kind: to, branch, title, body: pullRequestBody(review.commit_message, prepared) };
}

export async function rejectReview(
  ports: LandReviewPorts,
  review: Review,
  by: string,
  reason: string,
): Promise<void> {
  await ports.reviews.decide(review.review_id, {
    actor: "human",
    answer: "reject",
    by,
    at: ports.now(),
    diff_hash: review.change.diff_hash,
    reason,
    land_to: ports.settings.landTo,
    owner: ports.owner,
  });
  await closeReviewEscalations(ports, review.review_id, `${by} rejected the change: ${reason}`);
}

export interface LineComment {
  readonly path: string;
  readonly line: number;
  /** Which side of the diff the line is on. */
  readonly side: "old" | "new";
  readonly text: string;
}

/** Sends a change back. The next attempt at the same work sees the comments. */
export async function requestReviewChanges(
  ports: LandReviewPorts,
  review: Review,
  by: string,
  words: { readonly reason: string; readonly comments: readonly LineComment[] },
): Promise<void> {
  const comments = words.comments.map(
    ({ path, line, side, text }) => `${path}:${line}${side === "old" ? " (before the change)" : ""}: ${text}`,
  );
  const reason = [words.reason, ...comments].filter((each) => each.trim() !== "").join("\n");
  if (reason === "") {
    throw new AgentForgeError("bad_input", "neither a reason nor a comment was given", {
      hint: "Give a reason, or comment on a line.",
    });
  }
  await ports.reviews.decide(review.review_id, {
    actor: "human",
    answer: "request_changes",
    by,
    at: ports.now(),
    diff_hash: review.change.diff_hash,
    reason,
    land_to: ports.settings.landTo,
    owner: ports.owner,
  });
  await closeReviewEscalations(ports, review.review_id, `${by} requested changes: ${reason}`);
}

/** Withdraws a change that AgentForge itself no longer vouches for. */
export async function withdrawReview(
  ports: Pick<Ports, "now" | "owner" | "reviews" | "settings">,
  review: Review,
  reason: string,
): Promise<void> {
  await ports.reviews.decide(review.review_id, {
    actor: "system",
    answer: "reject",
    by: "agentforge",
    at: ports.now(),
    diff_hash: review.change.diff_hash,
    reason,
    land_to: ports.settings.landTo,
    owner: ports.owner,
  });
}

/** The review a person means: by id, or the only pending one. */
export async function findPending(ports: Pick<Ports, "reviews">, reviewId: string | null): Promise<Review> {
  if (reviewId !== null) return findReview(ports, reviewId);
  const pending = await ports.reviews.list("pending");
  const [only, ...others] = pending;
  if (!only) {
    throw new AgentForgeError("not_found", "no change is waiting for an answer", {
      hint: "Run `agentforge repair` to look for failing tests, or `agentforge review list --all` to see answered changes.",
    });
  }
  if (others.length > 0) {
    throw new AgentForgeError("bad_input", `${pending.length} changes are waiting; choose one`, {
      hint: pending.map((review) => `${review.review_id}  ${review.title}`).join("\n"),
    });
  }
  return only;
}

/** A pending review whose diff is the one that a person was shown; otherwise throws `conflict` or `stale`. */
export async function findShown(
  ports: Pick<Ports, "reviews">,
  reviewId: string,
  diffHash: string,
): Promise<Review> {
  const review = await findReview(ports, reviewId);
  if (review.status !== "pending") {
    const by = review.decision === null ? "" : ` by ${review.decision.by}`;
    throw new AgentForgeError(
      "conflict",
      `${reviewId} is already ${review.status.replaceAll("_", " ")}${by}`,
      { hint: `Run \`agentforge review show ${reviewId}\` to see the answer.` },
    );
  }
  if (review.change.diff_hash === diffHash) return review;
  throw new AgentForgeError("stale", `the diff of ${reviewId} has changed since it was shown to you`, {
    hint: "Review it again, then answer.",
  });
}

export async function findReview(ports: Pick<Ports, "reviews">, reviewId: string): Promise<Review> {
  const review = await ports.reviews.get(reviewId);
  if (review) return review;
  throw new AgentForgeError("not_found", `there is no review ${reviewId}`, {
    hint: "Run `agentforge review list --all` to see all of them.",
  });
}

export async function rollBack(
  ports: Pick<Ports, "journal" | "reviews" | "workspace">,
  landingId: string,
): Promise<Rollback> {
  const review = await findReview(ports, landingId);
  if (review.status !== "landed") {
    throw new AgentForgeError(
      "bad_input",
      `${landingId} has not landed (it is ${review.status}), so there is nothing to roll back`,
    );
  }
  const rollback = await ports.workspace.rollback(landingId);
  if (rollback.status === "restored") {
    await ports.journal.commit({
      traceId: review.trace_id,
      actor: "human",
      actionType: "change.rolled_back",
      entityId: landingId,
      metadata: { commit: rollback.commit, files: [...rollback.files] },
    });
  }
  return rollback;
}
