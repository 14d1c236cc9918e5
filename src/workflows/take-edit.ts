import type { PlanRecord } from "../domain/entities/plan-record.ts";
import type { FoundFile, PlanProblem, StoredPlan } from "../domain/ports/plans.ts";
import { exposePlan, seenBy } from "./expose-plan.ts";
import { lintForm } from "./lint-plan.ts";
import { notInOrder, type PlanEvent, type PlanHouse, pointOut } from "./plan-house.ts";
import { rehearsed } from "./rehearsals.ts";
import { acceptPlan } from "./write-plan.ts";

export type About = { readonly by: string; readonly at: string; readonly via: "file"; readonly text: string };
export type Event = (what: string) => PlanEvent[];

/** Words that only concern the review: more comments, a field. */
export async function note(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  about: About,
  event: Event,
): Promise<PlanEvent[]> {
  const next = await recordEdit(house, stored, own, about, false);
  if (next === null) return [];
  await exposePlan(house, next);
  return event(`edited by ${about.by}`);
}

export async function edit(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  file: FoundFile,
  about: About,
  signal: AbortSignal,
  event: Event,
): Promise<PlanEvent[]> {
  const problems = faultsOf(house, stored.record, about.text, signal);
  if (problems === null) return [];
  const next = await recordEdit(house, stored, own, about, problems.length === 0);
  if (next === null) return [];
  if (problems.length === 0) {
    await exposePlan(house, next);
    return event(`edited by ${about.by}`);
  }
  await house.plans.markExposed(next);
  return sendBack(house, next, file, problems);
}

/** Null while the changes are still being tried on a copy: the files are read again when that is known. */
function faultsOf(
  house: PlanHouse,
  record: PlanRecord,
  text: string,
  signal: AbortSignal,
): readonly PlanProblem[] | null {
  if (record.plan?.sound === house.sha256(text)) return [];
  const { problems } = lintForm(house, text);
  return problems.length > 0 ? problems : rehearsed(house, text, signal);
}

function recordEdit(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  about: About,
  sound: boolean,
) {
  const { record } = stored;
  const { text } = about;
  return house.plans.change(stored, {
    record: {
      ...record,
      plan: record.plan && { ...record.plan, text, sound: sound ? house.sha256(text) : null },
      previous: record.plan?.text ?? null,
      seen: seenBy(stored, own),
      ...(sound && { faults: [] }),
    },
    activities: [
      {
        ...{
          traceId: record.trace_id,
          actor: "human",
          actionType: "plan.edited",
          entityId: record.request_id,
        },
        metadata: { edited_by: about.by, edited_at: about.at, plan_hash: house.sha256(text) },
      },
    ],
  });
}

/** A plan a person wrote, or wrote anew: asked about only once it can be done. */
export async function rewrite(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  file: FoundFile,
  about: About,
  signal: AbortSignal,
  event: Event,
): Promise<PlanEvent[]> {
  const problems = faultsOf(house, stored.record, about.text, signal);
  if (problems === null) return [];
  if (problems.length > 0) return sendBack(house, stored, file, problems);
  const { text, by, at } = about;
  const next = await acceptPlan(house, stored, { text, writtenBy: "human", by, at, sound: true }, own);
  return next === null ? [] : event(`${stored.record.plan === null ? "a plan" : "a revised plan"} by ${by}`);
}

/** On record too, so that lists name them. What runs is stopped: its file says something else by now. */
async function recordFaults(
  house: PlanHouse,
  stored: StoredPlan,
  problems: readonly PlanProblem[],
): Promise<void> {
  const { record } = stored;
  const stage = record.stage === "active" ? "approved" : record.stage;
  const isKnown = JSON.stringify(record.faults) === JSON.stringify(problems);
  if (isKnown && stage === record.stage) return;
  const next = await house.plans.change(stored, {
    record: { ...record, stage, faults: [...problems] },
    activities: [],
  });
  if (next !== null) await house.plans.markExposed(next);
}

/** Points out what is wrong, in the file, which stays where it is, or comes back from where it cannot be carried out. */
export async function sendBack(
  house: PlanHouse,
  stored: StoredPlan,
  file: FoundFile,
  problems: readonly PlanProblem[],
): Promise<PlanEvent[]> {
  const { record } = stored;
  await recordFaults(house, stored, problems);
  if (!(await pointOut(house, file, notInOrder(file), problems))) return [];
  house.journal.record({
    ...{
      traceId: record.trace_id,
      actor: "system",
      actionType: "plan.returned",
      entityId: record.request_id,
    },
    metadata: {
      file: `${file.place}/${file.name}`,
      problems: problems.map(({ line, what }) => `${line}: ${what}`),
    },
  });
  await house.journal.flush();
  const [first] = problems;
  return [
    {
      requestId: record.request_id,
      what: `not in order: line ${first?.line}: ${first?.what}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""}`,
    },
  ];
}
