import type { PlanRecord } from "../../../domain/entities/plan-record.ts";
import type { Activity } from "../../../domain/ports/journal.ts";
import type { FoundFile, ReadPlan, SeenFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { reasonIn, saysSomething } from "../../../domain/rules/reviews/rejection-reason.ts";
import type { Ports } from "../../ports.ts";
import {
  type Answered,
  type AnswerPlanPorts,
  type PlanAnswer,
  rejectPlan,
  requestWith,
} from "../answer-plan.ts";
import { type PlanPorts, REASON_MISSING } from "../plan-ports.ts";
import { exposePlan, seenBy } from "./expose-plan.ts";

export type RejectByFilePorts = AnswerPlanPorts;

const FIRST_PLAN = { revision: 1, written_by: "human", sound: null } as const;

export type RejectedByFile =
  | Answered
  /** The plan will not run, but the rejection counts only once a person gives a reason. */
  | { readonly status: "unexplained"; readonly isNew: boolean };

/** A plan that a person rejected by its file: an answer if they give a reason, otherwise we ask for one. */
export async function rejectByFile(
  ports: RejectByFilePorts,
  stored: StoredPlan,
  answer: PlanAnswer & { readonly plan: ReadPlan; readonly file: FoundFile },
  found: readonly SeenFile[],
): Promise<RejectedByFile> {
  const { record } = stored;
  const reason = reasonIn(answer.plan, earlierComments(ports, record)) ?? openComments(record);
  if (reason !== null) return rejectPlan(ports, stored, { ...answer, reason }, found);
  const { trace_id, request_id } = record;
  const fields = { trace_id, request_id, status: "needs_reason" };
  const text = ports.documents.setFields(answer.text, fields);
  if (record.stage === "needs_reason" && text === record.plan?.text) {
    // Moved or saved, but without a reason: the question stays in the file.
    const same = await ports.plans.change(stored, {
      record: { ...record, seen: seenBy(stored, found) },
      activities: [],
    });
    if (same !== null) await exposePlan(ports, same);
    return { status: "unexplained", isNew: false };
  }
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      stage: "needs_reason",
      plan: { ...(record.plan ?? FIRST_PLAN), text },
      previous: record.plan?.text ?? null,
      seen: seenBy(stored, found),
      faults: [],
      decision: null,
      request: requestWith(ports, record, { status: "planned" }),
    },
    activities: [whatHappened(ports, record, answer)],
  });
  if (next === null) return { status: "overtaken" };
  await exposePlan(ports, next);
  return { status: "unexplained", isNew: record.stage !== "needs_reason" };
}

/** Among several copies, the one with a reason is the one the person means. */
export function givesReason(
  ports: Pick<PlanPorts, "documents">,
  record: PlanRecord,
  { text }: FoundFile,
): boolean {
  const plan = ports.documents.readPlan(ports.documents.withoutNotice(text));
  return reasonIn(plan, earlierComments(ports, record)) !== null;
}

/** For a plan that is already rejected, only a different reason is new. */
export function givesOtherReason({ decision }: PlanRecord, { rejectionReason }: ReadPlan): boolean {
  return rejectionReason !== null && saysSomething(rejectionReason) && rejectionReason !== decision?.reason;
}

function earlierComments(ports: Pick<PlanPorts, "documents">, record: PlanRecord): string | null {
  return record.plan === null ? null : ports.documents.readPlan(record.plan.text).comments;
}

/** For a plan that was sent back, the requested changes are the reason it is rejected now. */
function openComments({ stage, decision }: PlanRecord): string | null {
  return stage === "needs_revision" ? (decision?.reason ?? null) : null;
}

function whatHappened(
  ports: Pick<Ports, "sha256">,
  record: PlanRecord,
  { by, at, text, file }: PlanAnswer & { readonly file: FoundFile },
): Activity {
  const about = { traceId: record.trace_id, entityId: record.request_id } as const;
  if (record.stage === "needs_reason") {
    const metadata = { edited_by: by, edited_at: at, plan_hash: ports.sha256(text) };
    return { ...about, actor: "human", actionType: "plan.edited", metadata };
  }
  const metadata = {
    file: `${file.place}/${file.name}`,
    problems: [REASON_MISSING],
    ...{ was: record.stage, reviewed_by: by, reviewed_at: at },
  };
  return { ...about, actor: "system", actionType: "plan.returned", metadata };
}
