import type { Certificate, Statement } from "../../domain/entities/certificate.ts";
import type { FileState } from "../../domain/entities/code-change.ts";
import type { Evidence } from "../../domain/entities/evidence.ts";
import type { Decision, Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { PreparedCertificate } from "../../domain/ports/reviews.ts";
import { certificateIn, digestOf, pairTests } from "../../domain/rules/proof/certificate.ts";
import { MODEL_COST_RECORDS, sumCost } from "../../domain/rules/records/model-cost.ts";
import type { Ports } from "../ports.ts";
import type { Reverified } from "../proof/reverify.ts";

export type CertifyPorts = Pick<
  Ports,
  "certificates" | "checkpoint" | "journal" | "redact" | "sessions" | "sha256"
>;

/** A proven change that is about to land: from a review, or from a plan under its landing id. */
export type Certifiable = Pick<
  Review,
  | "attempt_id"
  | "base_commit"
  | "change"
  | "evidence"
  | "review_id"
  | "session_id"
  | "title"
  | "trace_id"
  | "violation_id"
>;
type Approval = Pick<Decision, "actor" | "at" | "by" | "diff_hash" | "land_to">;

/** Writes the statement about a fix, once the answer is recorded. The commit will name its digest. */
export async function prepareCertificate(
  ports: CertifyPorts,
  review: Certifiable,
  decision: Approval,
  reverified: Reverified,
): Promise<PreparedCertificate> {
  const { evidence, change } = review;
  const again = reverified.status === "holds_again" ? reverified : null;
  const statement: Statement = ports.redact({
    format: "agentforge-certificate/1",
    title: review.title,
    trace_id: review.trace_id,
    session_id: review.session_id,
    attempt_id: review.attempt_id,
    review_id: review.review_id,
    violation_id: review.violation_id,
    proven_on: review.base_commit,
    reverified_on: again?.on ?? null,
    uncommitted: evidence.uncommitted,
    diff_hash: change.diff_hash,
    files: change.files.map(({ path, before, after }) => ({
      path,
      before: withoutContent(before),
      after: withoutContent(after),
    })),
    tests: testsOf(evidence, again?.tests ?? evidence.tests_after),
    confirmation: evidence.confirmation,
    doubts: evidence.doubts,
    unnoticed: evidence.unnoticed,
    new_tokens: evidence.new_tokens,
    checks: checksOf(evidence),
    changed_lines: evidence.changed_lines,
    confidence: evidence.confidence.overall,
    sandbox: evidence.sandbox,
    tools: evidence.tools,
    brain: {
      kind: (await ports.sessions.get(review.session_id))?.brain ?? "search",
      made_by: evidence.made_by,
      models: await modelsOf(ports, review.trace_id),
    },
    cost: await costOf(ports, review.trace_id),
    approval: { by: decision.by, actor: decision.actor, at: decision.at, land_to: decision.land_to },
    journal: await ports.checkpoint(),
  });
  const prepared = { digest: digestOf(statement, ports.sha256), statement };
  await ports.certificates.prepare(prepared);
  return prepared;
}

function testsOf(evidence: Evidence, after: TestResult): Statement["tests"] {
  return {
    framework: after.framework,
    before: evidence.tests_before.status,
    after: after.status,
    cases: pairTests(evidence.tests_before, after),
    fixed: evidence.fixed,
    flaky: evidence.flaky,
    suites: after.suites.map(({ name, executed }) => ({ name, executed })),
    excluded: evidence.excluded_suites,
  };
}

function checksOf({ checks_before, checks_after, checks_gone, checks_come }: Evidence): Statement["checks"] {
  if (checks_before === null || checks_after === null) return null;
  return { before: checks_before, after: checks_after, gone: checks_gone, come: checks_come };
}

/** The record of this answer; an earlier approval that could not land does not count. */
export async function preparedFor(
  ports: Pick<Ports, "certificates">,
  review: Pick<Review, "review_id">,
  decision: Approval,
): Promise<PreparedCertificate | null> {
  const prepared = await ports.certificates.prepared(review.review_id);
  const said = prepared?.statement;
  const same = said?.approval.at === decision.at && said.diff_hash === decision.diff_hash;
  return same ? prepared : null;
}

/** Completes the certificate with the commit, and stores a copy in git. Idempotent. */
export async function issueCertificate(
  ports: Pick<Ports, "certificates" | "journal" | "now" | "workspace">,
  review: Pick<Review, "review_id">,
  commit: string,
): Promise<Certificate | null> {
  const prepared = await ports.certificates.prepared(review.review_id);
  const facts = await ports.workspace.findCommit(commit);
  if (!prepared || !facts || certificateIn(facts.message) !== prepared.digest) return null;
  const known = await ports.certificates.get(commit);
  const certificate = known ?? {
    ...prepared,
    base_commit: facts.parents[0] ?? null,
    result_commit: commit,
    issued_at: ports.now(),
  };
  if (!known) await ports.certificates.issue(certificate);
  await sendAlong(ports, certificate);
  return certificate;
}

/** A copy in git, so that it can be pushed and fetched. The fix has already landed, so a failure here does not undo it. */
async function sendAlong(
  ports: Pick<Ports, "journal" | "workspace">,
  certificate: Certificate,
): Promise<void> {
  const { result_commit: commit, statement } = certificate;
  const text = `${JSON.stringify(certificate, null, 2)}\n`;
  try {
    await ports.workspace.references.update(certificateReference(commit), (present) => present ?? text);
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    ports.journal.record({
      traceId: statement.trace_id,
      actor: "system",
      actionType: "certificate.not_referenced",
      entityId: statement.review_id,
      metadata: { why: error.message },
    });
  }
}

/**
 * Pushes the copy in git after a pull request. Null on success, otherwise the reason; a failure does not undo
 * the landing.
 */
export async function pushCertificate(
  ports: Pick<Ports, "journal" | "workspace">,
  { result_commit: commit, statement }: Certificate,
): Promise<string | null> {
  try {
    await ports.workspace.references.push(certificateReference(commit));
    return null;
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    ports.journal.record({
      traceId: statement.trace_id,
      actor: "system",
      actionType: "certificate.not_pushed",
      entityId: statement.review_id,
      metadata: { why: error.message },
    });
    return error.message;
  }
}

export const certificateReference = (commit: string) => `certificates/${commit}`;

/** The answers of models in a trace. A trace can have many thousands of other records. */
async function modelRecords(ports: Pick<Ports, "journal">, traceId: string) {
  return ports.journal.query({ traceId, actionType: MODEL_COST_RECORDS });
}

async function modelsOf(ports: Pick<Ports, "journal">, traceId: string): Promise<string[]> {
  const asked = (await modelRecords(ports, traceId)).flatMap(({ agent_id }) => agent_id ?? []);
  return [...new Set(asked)].sort();
}

/** Model usage of a trace, according to the journal. */
export async function costOf(ports: Pick<Ports, "journal">, traceId: string): Promise<Statement["cost"]> {
  return sumCost(await modelRecords(ports, traceId));
}

function withoutContent(state: FileState) {
  return state === null ? null : { mode: state.mode, sha256: state.sha256 };
}
