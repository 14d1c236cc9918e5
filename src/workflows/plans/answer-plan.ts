import type { PlanRecord, PlanStage } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { Fields, PlanProblem, SeenFile, StoredPlan } from "../../domain/ports/plans.ts";
import { answeredFiles, type ExposePlanPorts, exposePlan } from "./files/expose-plan.ts";
import { lintForm, lintPlan } from "./lint-plan.ts";
import type { PlanPorts } from "./plan-ports.ts";

export type AnswerPlanPorts = Pick<PlanPorts, "checkCall"> & ExposePlanPorts;

/** Who answers, when, and about which text. */
export interface PlanAnswer {
  readonly by: string;
  readonly at: string;
  readonly via: "command" | "file";
  /** The plan the person saw or wrote, without notices. */
  readonly text: string;
}

export type Answered =
  | { readonly status: "recorded"; readonly stored: StoredPlan }
  /** The plan has errors and cannot be executed; nothing was recorded. */
  | { readonly status: "unsound"; readonly problems: readonly PlanProblem[] }
  /** Someone else answered at the same time. */
  | { readonly status: "overtaken" };

/** Stored and journaled before anyone is notified. */
export async function approvePlan(
  ports: AnswerPlanPorts,
  stored: StoredPlan,
  answer: PlanAnswer,
  found: readonly SeenFile[] = [],
): Promise<Answered> {
  const { problems } = lintForm(ports, answer.text);
  if (problems.length > 0) return { status: "unsound", problems };
  return decide(ports, stored, answer, found, {
    stage: "approved",
    decision: "approve",
    said: "plan.approved",
    reason: null,
    fields: {
      status: "approved",
      reviewed_by: answer.by,
      reviewed_at: answer.at,
      ...{ rejected_by: null, rejected_at: null, rejection_reason: null },
    },
    request: "approved",
  });
}

export function rejectPlan(
  ports: AnswerPlanPorts,
  stored: StoredPlan,
  answer: PlanAnswer & { readonly reason: string | null },
  found: readonly SeenFile[] = [],
): Promise<Answered> {
  return decide(ports, stored, answer, found, {
    stage: "rejected",
    decision: "reject",
    said: "plan.rejected",
    reason: answer.reason,
    fields: {
      status: "rejected",
      rejected_by: answer.by,
      rejected_at: answer.at,
      rejection_reason: answer.reason,
    },
    request: "rejected",
  });
}

/** A request that nobody has written a plan for. A plan that is being written for it is discarded. */
export async function rejectRequest(
  ports: AnswerPlanPorts,
  stored: StoredPlan,
  { by, at, reason }: { readonly by: string; readonly at: string; readonly reason: string },
): Promise<Answered> {
  const { record } = stored;
  const plan_hash = ports.sha256("");
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      stage: "rejected",
      decision: { answer: "reject", by, at, reason, via: "command", plan_hash },
      request: requestWith(ports, record, { status: "rejected" }),
    },
    activities: [
      {
        ...{ traceId: record.trace_id, actor: "human", actionType: "request.rejected" },
        ...{ entityId: record.request_id, metadata: { reviewed_by: by, reviewed_at: at, reason } },
      },
    ],
  });
  if (next === null) return { status: "overtaken" };
  await exposePlan(ports, next);
  return { status: "recorded", stored: next };
}

/** `comments` are added to those the plan already has. */
export function requestPlanChanges(
  ports: AnswerPlanPorts,
  stored: StoredPlan,
  answer: PlanAnswer & { readonly comments: string | null },
  found: readonly SeenFile[] = [],
): Promise<Answered> {
  const { comments, by, at } = answer;
  const text =
    comments === null ? answer.text : ports.documents.withComments(answer.text, { by, at, text: comments });
  const said = ports.documents.readPlan(text).comments;
  return decide(ports, stored, { ...answer, text }, found, {
    stage: "needs_revision",
    decision: "request_changes",
    said: "plan.revision_requested",
    reason: said,
    fields: { status: "needs_revision", reviewed_by: by, reviewed_at: at },
    request: "planned",
  });
}

/** Withdraws an approval, a rejection or a failure: the same text is pending again. */
export async function reopenPlan(
  ports: AnswerPlanPorts,
  stored: StoredPlan,
  answer: PlanAnswer & { readonly reason: string | null },
  found: readonly SeenFile[] = [],
): Promise<Answered> {
  const { record } = stored;
  const { by, at, via, reason } = answer;
  const text = ports.documents.setFields(answer.text, {
    ...{ status: "review", reviewed_by: null, reviewed_at: null },
    ...{ rejected_by: null, rejected_at: null, rejection_reason: null },
  });
  const seen = await answeredFiles(ports, stored, found);
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      stage: "review",
      plan: record.plan && { ...record.plan, text },
      previous: record.plan?.text ?? null,
      seen,
      faults: [],
      decision: null,
      request: requestWith(ports, record, { status: "planned" }),
    },
    activities: [
      {
        ...{ traceId: record.trace_id, actor: "human", actionType: "plan.reopened" },
        entityId: record.request_id,
        metadata: {
          ...{ was: record.stage, reviewed_by: by, reviewed_at: at, via },
          ...(reason !== null && { reason }),
        },
      },
    ],
  });
  if (next === null) return { status: "overtaken" };
  await exposePlan(ports, next);
  return { status: "recorded", stored: next };
}

interface Decided {
  readonly stage: PlanStage;
  readonly decision: NonNullable<PlanRecord["decision"]>["answer"];
  readonly said: string;
  readonly reason: string | null;
  readonly fields: Fields;
  readonly request: string;
}

async function decide(
  ports: AnswerPlanPorts,
  stored: StoredPlan,
  answer: PlanAnswer,
  found: readonly SeenFile[],
  decided: Decided,
): Promise<Answered> {
  const { record } = stored;
  const { trace_id, request_id } = record;
  const plan = record.plan ?? ({ text: "", revision: 1, written_by: "human", sound: null } as const);
  const text = ports.documents.setFields(answer.text, { trace_id, request_id, ...decided.fields });
  const hash = ports.sha256(answer.text);
  const { by, at, via } = answer;
  const { reason } = decided;
  const seen = await answeredFiles(ports, stored, found);
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      stage: decided.stage,
      plan: { ...plan, text },
      previous: record.plan?.text ?? answer.text,
      seen,
      faults: [],
      decision: { answer: decided.decision, by, at, reason, via, plan_hash: hash },
      request: requestWith(ports, record, { status: decided.request }),
    },
    activities: [
      ...(record.plan === null ? [createdBy(record, answer)] : []),
      {
        traceId: record.trace_id,
        actor: "human",
        actionType: decided.said,
        entityId: record.request_id,
        metadata: {
          reviewed_by: by,
          reviewed_at: at,
          via,
          revision: plan.revision,
          plan_hash: hash,
          ...(reason !== null && { reason }),
          ...(decided.decision === "request_changes" && { comment_count: countComments(reason) }),
        },
      },
    ],
  });
  if (next === null) return { status: "overtaken" };
  await exposePlan(ports, next);
  return { status: "recorded", stored: next };
}

/** A plan that was answered as soon as it appeared still counts as written. */
function createdBy(record: PlanRecord, { by, at }: PlanAnswer): Activity {
  return {
    ...{ traceId: record.trace_id, actor: "human", actionType: "plan.created", entityId: record.request_id },
    metadata: { revision: 1, written_by: by, written_at: at },
  };
}

/** Before a person is asked, and again if they changed the text: can it be executed at all? */
export async function isSound(
  ports: Pick<PlanPorts, "checkCall" | "documents" | "rehearse" | "sha256">,
  record: PlanRecord,
  text: string,
  signal: AbortSignal,
): Promise<readonly PlanProblem[]> {
  if (record.plan?.sound === ports.sha256(text)) return [];
  return (await lintPlan(ports, text, signal)).problems;
}

export function requestWith(
  ports: Pick<PlanPorts, "documents">,
  record: PlanRecord,
  fields: Fields,
): PlanRecord["request"] {
  if (record.request.text === "") return record.request;
  return { ...record.request, text: ports.documents.setFields(record.request.text, fields) };
}

function countComments(text: string | null): number {
  if (text === null) return 0;
  const points = text.split("\n").filter((line) => /^\s*(?:[-*+]|\d+[.)])\s+/.test(line)).length;
  return Math.max(1, points);
}

export function noPlan(record: PlanRecord): AgentForgeError {
  return new AgentForgeError("not_found", `no plan has been written for ${record.request_id} yet`, {
    hint: `Run \`agentforge plan new ${record.request_id}\` to get a template.`,
  });
}
