import type { Certificate } from "../../domain/entities/certificate.ts";
import type { Decision, LandingPlace, Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { PreparedCertificate } from "../../domain/ports/reviews.ts";
import type { Landing, LandTarget } from "../../domain/ports/workspace.ts";
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
import { decisionOn } from "./decision-on.ts";
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
  const reverified = await reverifyIfMoved(ports, review);
  if (reverified.status === "moved") return { ...reverified, status: "conflict" };
  if (reverified.status === "no_longer_proven") return reverified;
  const { actor, by, to = ports.settings.landTo } = answerer;
  const decision = decisionOn(ports, review, { actor, by, answer: "approve", land_to: to });
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
