import type { FoundFile, PlanProblem, SeenFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { PLACE_OF } from "../../../domain/rules/plan-answer.ts";
import { lintForm } from "../lint-plan.ts";
import { notInOrder, type PlanEvent, type PlanHouse, planName, pointOut } from "../plan-house.ts";
import { rehearsed } from "../rehearsals.ts";
import { acceptPlan } from "../write-plan.ts";
import { exposePlan, seenBy } from "./expose-plan.ts";

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
  const next = await recordEdit(house, stored, own, about, {
    sound: null,
    untried: stored.record.plan?.untried ?? false,
  });
  if (next === null) return [];
  await exposePlan(house, next);
  return event(`edited by ${about.by}`);
}

/** On record as soon as it is read, so that the words outlive their file; then it is tried on a copy. */
export async function edit(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  file: FoundFile,
  about: About,
  signal: AbortSignal,
  event: Event,
): Promise<PlanEvent[]> {
  const { problems } = lintForm(house, about.text);
  const untried = problems.length === 0;
  const next = await recordEdit(house, stored, own, about, {
    sound: stored.record.plan?.sound ?? null,
    untried,
  });
  if (next === null) return [];
  const isAsSaved = house.documents.withoutNotice(file.text) === about.text;
  if (isAsSaved) await house.plans.markExposed(next);
  else await exposePlan(house, next);
  if (!untried) return sendBack(house, next, file, problems);
  return [...event(`edited by ${about.by}`), ...(await tryOut(house, next, own, signal))];
}

/** Finds out whether a plan that was put on record as it was saved can be done. */
export async function tryOut(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  const { record } = stored;
  const { plan } = record;
  if (record.stage !== "review" || plan?.untried !== true) return [];
  const file = own.find(({ place, name }) => place === PLACE_OF.review && name === planName(record));
  if (file === undefined) return [];
  const hash = house.sha256(plan.text);
  const problems = plan.sound === hash ? [] : rehearsed(house, plan.text, signal);
  if (problems === null) return [];
  const isSound = problems.length === 0;
  const tried = await house.plans.change(stored, {
    record: {
      ...record,
      plan: { ...plan, sound: isSound ? hash : null, untried: false },
      seen: seenBy(stored, own),
      ...(isSound && { faults: [] }),
    },
    activities: [],
  });
  if (tried === null) return [];
  if (isSound && record.faults.length > 0) {
    await exposePlan(house, tried);
    return [];
  }
  await house.plans.markExposed(tried);
  return isSound ? [] : sendBack(house, tried, file, problems);
}

function recordEdit(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly FoundFile[],
  about: About,
  tried: { readonly sound: string | null; readonly untried: boolean },
) {
  const { record } = stored;
  const { text } = about;
  return house.plans.change(stored, {
    record: {
      ...record,
      plan: record.plan && { ...record.plan, text, ...tried },
      seen: seenBy(stored, own),
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

/**
 * A plan a person wrote, or wrote anew. The first one is asked about once it can be done. Later ones are on record as
 * soon as they are read, because they take an earlier answer back.
 */
export async function rewrite(
  house: PlanHouse,
  stored: StoredPlan,
  own: readonly SeenFile[],
  file: FoundFile,
  about: About,
  signal: AbortSignal,
  event: Event,
): Promise<PlanEvent[]> {
  const isFirst = stored.record.plan === null;
  const { text, by, at } = about;
  const { problems: ofForm } = lintForm(house, text);
  const problems = ofForm.length > 0 || !isFirst ? ofForm : rehearsed(house, text, signal);
  if (problems === null) return [];
  if (problems.length > 0) return sendBack(house, stored, file, problems);
  const next = await acceptPlan(house, stored, { text, writtenBy: "human", by, at, sound: isFirst }, own);
  if (next === null) return [];
  house.memory.lookAgain ||= !isFirst;
  return event(`${isFirst ? "a plan" : "a revised plan"} by ${by}`);
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
