import type { Escalation } from "../../domain/entities/escalation.ts";
import type { Review } from "../../domain/entities/review.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { Ports } from "../ports.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import type { FixOutcome, FixRequest, RefusedFix } from "../violations/fix-request.ts";

export interface EscalateInput {
  readonly violation: Violation;
  readonly record: RunRecord;
  readonly request: FixRequest;
  readonly refused: readonly RefusedFix[];
  readonly why: string;
}

/** Escalates a violation to a person: the reason, constraints for any fix, and alternatives. Only once while it is pending. */
export async function escalate(
  ports: Pick<Ports, "escalations" | "newId" | "now">,
  input: EscalateInput,
): Promise<FixOutcome> {
  const { violation, refused } = input;
  const pending = await pendingEscalation(ports, violation.violation_id);
  if (pending) return { status: "cannot_fix", violation, escalation: pending, refused };
  const escalation = describe(ports, input);
  if (!input.request.dryRun) await ports.escalations.create(escalation);
  return { status: "cannot_fix", violation, escalation, refused };
}

/** A proven change that may not land automatically although nobody should be asked: it waits, and a person is notified. */
export async function escalateReview(
  ports: Pick<Ports, "escalations" | "newId" | "now">,
  review: Review,
): Promise<void> {
  const { review_id, evidence, request } = review;
  await ports.escalations.create({
    escalation_id: ports.newId("ESC"),
    type: "escalate",
    violation_id: review.violation_id,
    review_id,
    tests: [...evidence.fixed],
    task_id: review.session_id,
    trace_id: review.trace_id,
    created_at: ports.now(),
    status: "pending",
    reason: `${review.title}: ${review.asked_because.join("; ")}`,
    constraints: ["the change was proven, but not well enough to land without approval"],
    alternatives: [
      `agentforge review approve ${review_id}`,
      `agentforge review modify ${review_id}`,
      `agentforge review reject ${review_id} --reason "…"`,
    ],
    agent_analysis: {
      attempted_approaches: [request.proposed_fix],
      files_examined: [...request.files_affected],
      understanding: [request.diagnostic_summary],
    },
    resolution: null,
  });
}

/** An escalation about a review ends with the review. */
export async function closeReviewEscalations(
  ports: Pick<Ports, "escalations">,
  reviewId: string,
  reason: string,
): Promise<void> {
  for (const { escalation_id, review_id } of await ports.escalations.list("pending")) {
    if (review_id !== reviewId) continue;
    await ports.escalations.resolve(escalation_id, { by: "agentforge", reason, actor: "system" });
  }
}

async function pendingEscalation(
  ports: Pick<Ports, "escalations">,
  violationId: string,
): Promise<Escalation | null> {
  const pending = await ports.escalations.list("pending");
  return (
    pending.find(({ violation_id, review_id }) => violation_id === violationId && review_id === null) ?? null
  );
}

/** Escalations about violations that are gone no longer need an answer. */
export async function closeEscalations(
  ports: Pick<Ports, "escalations">,
  gone: readonly string[],
): Promise<void> {
  if (gone.length === 0) return;
  for (const { escalation_id, violation_id } of await ports.escalations.list("pending")) {
    if (violation_id === null || !gone.includes(violation_id)) continue;
    const reason = "the violation is gone";
    await ports.escalations.resolve(escalation_id, { by: "agentforge", reason, actor: "system" });
  }
}

function describe(
  ports: Pick<Ports, "newId" | "now">,
  { violation, record, refused, why }: EscalateInput,
): Escalation {
  const check = `${violation.contract_id}/${violation.check_id}`;
  return {
    escalation_id: ports.newId("ESC"),
    type: "cannot_fix",
    violation_id: violation.violation_id,
    review_id: null,
    tests: [],
    task_id: record.sessionId,
    trace_id: record.traceId,
    created_at: ports.now(),
    status: "pending",
    reason: why,
    constraints: [
      `${check} must hold: ${violation.message}`,
      "no other violation may appear",
      "no test that passes now may fail or disappear",
    ],
    alternatives: [
      ...(violation.fix_hint === null ? [] : [`by hand: ${violation.fix_hint}`]),
      `give ${check} a rewrite (ast, pattern) or a fixer (command), then run agentforge agent fix-violation ${violation.violation_id}`,
      `exempt ${violation.file_path} in the contract, with a reason and an expiry`,
    ],
    agent_analysis: {
      attempted_approaches: refused.map((fix) => `${fix.operator}: ${fix.description} (${fix.why})`),
      files_examined: [violation.file_path],
      understanding: [`${violation.severity}: ${violation.message}`],
    },
    resolution: null,
  };
}
