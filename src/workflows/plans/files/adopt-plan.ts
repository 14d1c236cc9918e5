import { TraceId } from "../../../domain/entities/common.ts";
import type { PlanRecord } from "../../../domain/entities/plan-record.ts";
import type { Activity } from "../../../domain/ports/journal.ts";
import type { FoundFile, PlanProblem, ReadPlan, StoredPlan } from "../../../domain/ports/plans.ts";
import type { Ports } from "../../ports.ts";
import { lintForm } from "../lint-plan.ts";
import {
  authorOf,
  headingForFaults,
  idIn,
  isStill,
  type PlanEvent,
  type PlanPorts,
  wasPointedOut,
} from "../plan-ports.ts";
import { type RehearsalsPorts, rehearsed } from "../rehearsals.ts";
import { type ExposePlanPorts, exposePlan, seenBy } from "./expose-plan.ts";

export type AdoptPlanPorts = Pick<Ports, "newTraceId" | "person" | "workspace"> &
  ExposePlanPorts &
  RehearsalsPorts;

/** Records a plan that a person wrote without a request: as pending, or (in System/Active) as approved. */
export async function adoptPlan(
  ports: AdoptPlanPorts,
  file: FoundFile,
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  if (wasPointedOut(ports, file)) return [];
  const active = file.place === "System/Active" && !(await cameAlong(ports, file));
  const text = ports.documents.withoutNotice(file.text);
  const turnedDown = file.place === "Inbox/Rejected";
  if (turnedDown && (await cameAlong(ports, file))) return [];
  const { plan, problems: ofForm } = lintForm(ports, text);
  if (plan.status === "draft" && !active && !turnedDown) return [];
  const isAnswered = turnedDown || saysMore(file, plan);
  const problems = active || isAnswered || ofForm.length > 0 ? ofForm : rehearsed(ports, text, signal);
  if (problems === null) return [];
  if (!(await isStill(ports, file))) return [];
  const by = authorOf(ports, file, plan.reviewedBy);
  const faults = isAnswered ? [] : problems;
  const isFine = !isAnswered && faults.length === 0;
  const record = await takeOnRecord(ports, file, {
    text,
    plan,
    by,
    active: active && isFine,
    isFine,
    faults,
  });
  if (isAnswered) return [];
  if (faults.length > 0) return [{ requestId: record.request_id, what: `has errors: ${faults[0]?.what}` }];
  return [{ requestId: record.request_id, what: `a plan by ${by}${active ? ", approved" : ""}` }];
}

/** The status contradicts the folder: it is read as an answer once the plan is recorded. */
function saysMore({ place }: FoundFile, { status, traceId }: ReadPlan): boolean {
  if (traceId !== null) return false;
  if (status === "approved") return place === "Inbox/Plans";
  return status === "rejected" || status === "needs_revision";
}

/** A plan that is committed to the repository was not approved by a local user. */
function cameAlong(ports: Pick<Ports, "workspace">, file: FoundFile): Promise<boolean> {
  return ports.workspace.tracks(`.agentforge/${file.place}/${file.name}`);
}

interface Adopted {
  readonly text: string;
  readonly plan: ReadPlan;
  readonly by: string;
  readonly active: boolean;
  /** Without errors, and not rejected. */
  readonly isFine: boolean;
  readonly faults: readonly PlanProblem[];
}

async function takeOnRecord(ports: AdoptPlanPorts, file: FoundFile, adopted: Adopted): Promise<PlanRecord> {
  const wanted = ports.documents.requestIdFrom(adopted.plan.requestId ?? idIn(file.name));
  const trace_id = TraceId.safeParse(adopted.plan.traceId).data ?? ports.newTraceId();
  for (let number = 1; ; number += 1) {
    const request_id = number === 1 ? wanted : `${wanted}-${number}`;
    const record = recordOf(ports, file, adopted, request_id, trace_id);
    const stored = await ports.plans.create({ record, activities: activitiesOf(record, adopted) });
    if (stored !== null) {
      if (adopted.isFine) await exposePlan(ports, stored);
      else await markFile(ports, stored, file);
      return record;
    }
    const other = await ports.plans.get(request_id);
    // Another process has just recorded the same file.
    if (other?.here && other.record.previous === file.text) return other.record;
    if ((await ports.plans.byTrace(trace_id)) !== null) return record;
  }
}

/** The file stays where it is, and gets the id of its record and a list of its errors. */
async function markFile(
  ports: Pick<PlanPorts, "documents" | "folders" | "memory" | "plans">,
  stored: StoredPlan,
  file: FoundFile,
): Promise<void> {
  const { plan, faults, trace_id, request_id } = stored.record;
  const text = plan?.text ?? file.text;
  const shown =
    faults.length === 0
      ? ports.documents.setFields(file.text, { trace_id, request_id })
      : ports.documents.withNotice(text, headingForFaults(file), faults);
  await ports.folders.put(file.place, file.name, shown, file.hash, file.stamp);
  await ports.plans.markExposed(stored);
  ports.memory.lookAgain = true;
}

/** Line numbers after AgentForge has added its fields. */
function shifted(faults: readonly PlanProblem[], before: string, after: string): PlanProblem[] {
  const added = after.split("\n").length - before.split("\n").length;
  return faults.map((fault) => ({ ...fault, line: fault.line + added }));
}

function recordOf(
  ports: Pick<PlanPorts, "documents" | "sha256">,
  file: FoundFile,
  { text, plan, by, active, isFine, faults }: Adopted,
  request_id: string,
  trace_id: string,
): PlanRecord {
  const at = file.touched;
  const stage = active ? "approved" : "review";
  const fields = { trace_id, request_id, status: stage, revision: 1, written_by: "human" };
  const whole = ports.documents.setFields(text, {
    ...fields,
    ...(active && { reviewed_by: by, reviewed_at: at }),
  });
  const plan_hash = ports.sha256(text);
  return {
    ...{ request_id, trace_id, stage, title: plan.title ?? request_id, created_at: file.modified },
    requested_by: by,
    home: null,
    request: { file: `${request_id}.md`, text: "" },
    plan: {
      text: whole,
      revision: 1,
      written_by: "human",
      sound: active || !isFine ? null : ports.sha256(whole),
    },
    faults: shifted(faults, text, whole),
    previous: file.text,
    // A file that is an answer must not be replaced by a record that has not read it yet.
    seen: isFine || faults.length > 0 ? seenBy(null, [file]) : [],
    decision: active ? { answer: "approve", by, at, reason: null, via: "file", plan_hash } : null,
    ...{ execution: null, outcome: null, report: null },
  };
}

function activitiesOf(record: PlanRecord, { by, active }: Adopted): Activity[] {
  const about = { traceId: record.trace_id, actor: "human", entityId: record.request_id } as const;
  const { decision } = record;
  const created = { ...about, actionType: "plan.created", metadata: { revision: 1, written_by: by } };
  if (!active || decision === null) return [created];
  const { at, plan_hash } = decision;
  const metadata = { reviewed_by: by, reviewed_at: at, via: "file", revision: 1, plan_hash };
  return [created, { ...about, actionType: "plan.approved", metadata }];
}
