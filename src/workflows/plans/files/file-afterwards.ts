import type { PlanRecord } from "../../../domain/entities/plan-record.ts";
import type { FoundFile, StoredPlan } from "../../../domain/ports/plans.ts";
import type { Ports } from "../../ports.ts";
import { type AnswerPlanPorts, rejectPlan } from "../answer-plan.ts";
import { type PlanEvent, type PlanPorts, planName } from "../plan-ports.ts";
import { fileText, recordSetAside, seenBy } from "./expose-plan.ts";
import { event } from "./take-edit.ts";

export type FileAfterwardsPorts = Pick<Ports, "now" | "person"> & AnswerPlanPorts;

/** An editor that saves by rename leaves a short time without a file. */
const SECOND_LOOK_MS = 400;

/** Deleted by hand: this withdraws an approval. The text is restored, because the deletion may be a mistake. */
export async function restoreFile(ports: FileAfterwardsPorts, stored: StoredPlan): Promise<PlanEvent[]> {
  const { record } = stored;
  const now = Date.parse(ports.now());
  const since = ports.memory.absent.get(record.request_id) ?? now;
  ports.memory.absent.set(record.request_id, since);
  if (now - since < SECOND_LOOK_MS) return [];
  ports.memory.absent.delete(record.request_id);
  if (record.faults.length > 0 && record.request.text === "" && record.plan?.revision === 1) {
    const about = { by: ports.person, at: ports.now(), via: "file", text: record.plan.text } as const;
    const reason = "its file was deleted while it still had errors";
    const { status } = await rejectPlan(ports, stored, { ...about, reason });
    return status === "recorded" ? event(stored, `rejected: ${reason}`) : [];
  }
  const text = ports.documents.setFields(record.plan?.text ?? "", { status: "review" });
  const what = "this file was missing and was restored";
  const noticed = ports.documents.withNotice(text, "The plan is waiting for your answer.", [
    { line: 1, what, instead: "rejection_reason and move it to Inbox/Rejected to reject it" },
  ]);
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      stage: "review",
      plan: record.plan && { ...record.plan, text },
      seen: seenBy(stored, []),
      decision: null,
    },
    activities: [
      {
        ...{
          traceId: record.trace_id,
          actor: "system",
          actionType: "plan.restored",
          entityId: record.request_id,
        },
        metadata: { was: record.stage },
      },
    ],
  });
  if (next === null) return [];
  await ports.folders.put("Inbox/Plans", planName(next.record), noticed, null);
  await ports.plans.markExposed(next);
  return event(stored, "the plan was missing; it was restored");
}

/** Moved out of the archive unchanged: it goes back under its name. */
async function exposeAgain(
  ports: Pick<PlanPorts, "folders">,
  record: PlanRecord,
  file: FoundFile,
): Promise<boolean> {
  const isBack = await ports.folders.put("Inbox/Archive", planName(record), file.text, null);
  return isBack && ports.folders.take(file.place, file.name, file.hash, file.stamp);
}

/** A finished plan cannot be approved again. */
export async function tooLate(
  ports: Pick<PlanPorts, "documents" | "folders" | "journal">,
  stored: StoredPlan,
  own: readonly FoundFile[],
): Promise<PlanEvent[]> {
  const { record } = stored;
  const commit = record.outcome?.commit?.slice(0, 12);
  const kept: string[] = [];
  for (const file of own) {
    const { place, name } = file;
    if (file.text === fileText(ports, record) && (await exposeAgain(ports, record, file))) {
      kept.push(`Inbox/Archive/${planName(record)}`);
      continue;
    }
    const to = await ports.folders.setAside(place, name);
    if (to === null) continue;
    recordSetAside(ports, record, `${place}/${name}`, `Inbox/Archive/${to}`);
    kept.push(`Inbox/Archive/${to}`);
  }
  await ports.journal.flush();
  if (kept.length === 0) return [];
  return event(stored, `it was already executed, as ${commit}; your file is kept as ${kept.join(", ")}`);
}
