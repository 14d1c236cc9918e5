import type { PlanRecord } from "../../../domain/entities/plan-record.ts";
import type { FoundFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { rejectPlan } from "../answer-plan.ts";
import { type PlanEvent, type PlanHouse, planName } from "../plan-house.ts";
import { fileText, recordSetAside, seenBy } from "./expose-plan.ts";
import type { Event } from "./take-edit.ts";

/** An editor that saves by rename leaves a moment without a file. */
const SECOND_LOOK_MS = 400;

/** Deleted by hand: an approval is taken back with it; the words come back, because they may have gone by mistake. */
export async function restoreFile(house: PlanHouse, stored: StoredPlan, event: Event): Promise<PlanEvent[]> {
  const { record } = stored;
  const now = Date.parse(house.now());
  const since = house.memory.absent.get(record.request_id) ?? now;
  house.memory.absent.set(record.request_id, since);
  if (now - since < SECOND_LOOK_MS) return [];
  house.memory.absent.delete(record.request_id);
  if (record.faults.length > 0 && record.request.text === "" && record.plan?.revision === 1) {
    const about = { by: house.person, at: house.now(), via: "file", text: record.plan.text } as const;
    const reason = "its file was deleted before it was in order";
    const { status } = await rejectPlan(house, stored, { ...about, reason });
    return status === "recorded" ? event(`rejected: ${reason}`) : [];
  }
  const text = house.documents.setFields(record.plan?.text ?? "", { status: "review" });
  const what = "this file was gone and was written again";
  const noticed = house.documents.withNotice(text, "The plan waits for your answer.", [
    { line: 1, what, instead: "rejection_reason and move it to Inbox/Rejected to turn it down" },
  ]);
  const next = await house.plans.change(stored, {
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
  await house.folders.put("Inbox/Plans", planName(next.record), noticed, null);
  await house.plans.markExposed(next);
  return event("the plan was gone; it was written again");
}

/** Taken out of the archive as it was: it goes back under its name. */
async function exposeAgain(house: PlanHouse, record: PlanRecord, file: FoundFile): Promise<boolean> {
  const isBack = await house.folders.put("Inbox/Archive", planName(record), file.text, null);
  return isBack && house.folders.take(file.place, file.name, file.hash, file.stamp);
}

/** What is done cannot be approved again. */
export async function tooLate(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  event: Event,
): Promise<PlanEvent[]> {
  const { record } = stored;
  const commit = record.outcome?.commit?.slice(0, 12);
  const kept: string[] = [];
  for (const file of own) {
    const { place, name } = file;
    if (file.text === fileText(house, record) && (await exposeAgain(house, record, file))) {
      kept.push(`Inbox/Archive/${planName(record)}`);
      continue;
    }
    const to = await house.folders.setAside(place, name);
    if (to === null) continue;
    recordSetAside(house, record, `${place}/${name}`, `Inbox/Archive/${to}`);
    kept.push(`Inbox/Archive/${to}`);
  }
  await house.journal.flush();
  if (kept.length === 0) return [];
  return event(`it was carried out already, as ${commit}; your file is kept as ${kept.join(", ")}`);
}
