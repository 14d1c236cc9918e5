import { Plan } from "../../domain/entities/plan.ts";
import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { SeenFile, StoredPlan } from "../../domain/ports/plans.ts";
import { requestWith } from "./answer-plan.ts";
import { answeredFiles, type ExposePlanPorts, exposePlan } from "./files/expose-plan.ts";
import { elsewhere, type PlanPorts, sameWords } from "./plan-ports.ts";

export type WritePlanPorts = Pick<PlanPorts, "newTraceId" | "now" | "planWriter"> & ExposePlanPorts;

export interface NewRequest {
  readonly words: string;
  readonly by: string;
  readonly at: string;
  /** The file that contained the request, if any. */
  readonly file?: { readonly name: string; readonly text: string };
}

/** Records a request under its own id and trace. */
export async function fileRequest(ports: WritePlanPorts, request: NewRequest): Promise<StoredPlan> {
  const { documents } = ports;
  const text = request.file?.text ?? request.words;
  const read = documents.readRequest(text, request.file?.name ?? "request.md");
  const wanted = documents.requestIdFrom(request.file?.name.replace(/\.md$/i, "") ?? read.title);
  const trace_id = ports.newTraceId();
  for (let number = 1; ; number += 1) {
    const request_id = number === 1 ? wanted : `${wanted}-${number}`;
    const fields = {
      ...{ trace_id, request_id, status: "new", created_at: request.at },
      requested_by: read.requestedBy ?? request.by,
    };
    const whole = request.file
      ? documents.setFields(request.file.text, fields)
      : documents.writeRequest(fields, request.words);
    const record: PlanRecord = {
      ...{ request_id, trace_id, stage: "requested", title: read.title, created_at: request.at },
      requested_by: fields.requested_by,
      home: null,
      request: { file: request.file?.name ?? `${request_id}.md`, text: whole },
      ...{ plan: null, seen: [], faults: [], previous: null, decision: null },
      ...{ execution: null, outcome: null, report: null },
    };
    const stored = await ports.plans.create({
      record,
      activities: [
        {
          ...{ traceId: trace_id, actor: "human", actionType: "request.created", entityId: request_id },
          metadata: {
            requested_by: fields.requested_by,
            title: read.title,
            via: request.file ? "file" : "command",
          },
        },
      ],
    });
    if (stored !== null) {
      await exposePlan(ports, stored);
      return stored;
    }
    const other = await ports.plans.get(request_id);
    // Another process has just recorded the same file.
    if (request.file && other?.here && other.record.stage !== "completed") {
      const { file, text: known } = other.record.request;
      if (file === request.file.name && sameWords(ports, known, request.file.text)) return other;
    }
  }
}

export type Written =
  | { readonly status: "written"; readonly stored: StoredPlan; readonly account: readonly string[] }
  | { readonly status: "not_written"; readonly why: string; readonly account: readonly string[] }
  | { readonly status: "overtaken" };

/** Lets the model write the plan, or rewrite it after changes were requested. */
export async function writePlanFor(
  ports: WritePlanPorts,
  stored: StoredPlan,
  signal: AbortSignal,
  say: Say,
): Promise<Written> {
  const { record } = stored;
  if (ports.planWriter === null) {
    throw new AgentForgeError("no_model", "no model is configured to write the plan", {
      hint: `Run \`agentforge plan new ${record.request_id}\` to get a template; docs/model-brain.md explains how to configure a model.`,
    });
  }
  const { request_id: requestId, trace_id: traceId } = record;
  const text = ports.documents.readRequest(record.request.text, record.request.file).body;
  const revise = earlierPlan(ports, record);
  const writing = await ports.planWriter.write({ requestId, traceId, text, revise }, { signal, say });
  if (writing.status === "not_written") {
    await ports.journal.commit({
      ...{ traceId, actor: "agent", actionType: "plan.declined", entityId: requestId },
      metadata: { why: writing.why },
    });
    return { status: "not_written", why: writing.why, account: writing.account };
  }
  const next = await acceptPlan(ports, stored, {
    text: ports.documents.writePlan(planFields(record, writing.plan), record.title, writing.plan),
    writtenBy: "agent",
    by: "agentforge",
    at: ports.now(),
    sound: true,
  });
  return next === null
    ? { status: "overtaken" }
    : { status: "written", stored: next, account: writing.account };
}

export interface AcceptedPlan {
  readonly text: string;
  readonly writtenBy: "human" | "agent";
  readonly by: string;
  readonly at: string;
  /** Whether it was rehearsed without problems; if false, it must still be rehearsed. */
  readonly sound: boolean;
}

/** A plan for a person to read: the first one, or a revision that shows what changed. */
export async function acceptPlan(
  ports: WritePlanPorts,
  stored: StoredPlan,
  accepted: AcceptedPlan,
  found: readonly SeenFile[] = [],
): Promise<StoredPlan | null> {
  const { record } = stored;
  const earlier = record.plan;
  const revision = (earlier?.revision ?? 0) + 1;
  const fields = {
    ...{ trace_id: record.trace_id, request_id: record.request_id, status: "review", revision },
    ...{ written_by: accepted.writtenBy, created_at: accepted.at },
    ...{ rejected_by: null, rejected_at: null, rejection_reason: null, reviewed_by: null, reviewed_at: null },
  };
  const own = ports.documents.setFields(accepted.text, fields);
  const text = earlier === null ? own : ports.documents.withDifference(own, earlier.text, earlier.revision);
  const activity: Activity = {
    traceId: record.trace_id,
    actor: accepted.writtenBy,
    actionType: earlier === null ? "plan.created" : "plan.revised",
    entityId: record.request_id,
    metadata: { revision, written_by: accepted.by, plan_hash: ports.sha256(text) },
  };
  const seen = await answeredFiles(ports, stored, found);
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      stage: "review",
      plan: {
        ...{ text, revision, written_by: accepted.writtenBy },
        ...(accepted.sound ? { sound: ports.sha256(text) } : { sound: null, untried: true }),
      },
      previous: accepted.writtenBy === "human" ? accepted.text : (earlier?.text ?? null),
      seen,
      faults: [],
      decision: null,
      request: requestWith(ports, record, { status: "planned" }),
    },
    activities: [activity],
  });
  if (next !== null) await exposePlan(ports, next);
  return next;
}

/** The feedback for the writer of a plan that was sent back or failed. */
function earlierPlan(
  ports: Pick<PlanPorts, "documents">,
  record: PlanRecord,
): { plan: Plan; comments: string } | null {
  if (record.plan === null) return null;
  const { draft, comments } = ports.documents.readPlan(record.plan.text);
  const failed = record.outcome?.error;
  const said = [comments, record.decision?.reason, failed && `When it was executed: ${failed}`];
  const plan = Plan.parse({
    ...draft,
    ...{ request_id: record.request_id, trace_id: record.trace_id, status: "needs_revision" },
    ...{ created_at: record.created_at, revision: record.plan.revision },
  });
  return { plan, comments: [...new Set(said.filter((each) => each))].join("\n\n") || "Rewrite it." };
}

function planFields(record: PlanRecord, plan: Plan) {
  return {
    ...{ trace_id: record.trace_id, request_id: record.request_id, status: "review" },
    ...{ revision: plan.revision, written_by: "agent", created_at: plan.created_at },
  };
}

/** An empty plan for a person to fill in, or the last one to continue from. */
export async function startPlan(
  ports: Pick<PlanPorts, "documents" | "folders" | "now">,
  stored: StoredPlan,
): Promise<string> {
  const { record } = stored;
  const { request_id, trace_id } = record;
  if (!stored.here) throw elsewhere(record);
  const fields = { trace_id, request_id, status: "draft", created_at: ports.now() };
  const text =
    record.plan === null
      ? ports.documents.template(fields, record.title)
      : ports.documents.setFields(ports.documents.withoutNotice(record.plan.text), { status: "draft" });
  const name = `${request_id}_plan.md`;
  if (await ports.folders.put("Inbox/Plans", name, text, null))
    return ports.folders.pathOf("Inbox/Plans", name);
  throw new AgentForgeError("conflict", `there is already a plan for ${request_id}`, {
    hint: `Edit ${ports.folders.pathOf("Inbox/Plans", name)}, or remove it first.`,
  });
}
