import type { FoundFile, PlanProblem, SeenFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { PLACE_OF } from "../../../domain/rules/reviews/plan-answer.ts";
import { lintForm } from "../lint-plan.ts";
import { headingForFaults, type PlanEvent, type PlanPorts, planName, pointOut } from "../plan-ports.ts";
import { type RehearsalsPorts, rehearsed } from "../rehearsals.ts";
import { acceptPlan, type WritePlanPorts } from "../write-plan.ts";
import { exposePlan, seenBy } from "./expose-plan.ts";

export type TakeEditPorts = RehearsalsPorts & WritePlanPorts;

export interface FileAnswer {
  readonly stored: StoredPlan;
  /** The files of the request, without copies. */
  readonly own: readonly FoundFile[];
  /** The same, and the file of a rejected plan that nobody has touched. */
  readonly seen: readonly SeenFile[];
  /** The file that is the answer. */
  readonly file: FoundFile;
  readonly about: {
    readonly by: string;
    readonly at: string;
    readonly via: "file";
    readonly text: string;
  };
}

export function event({ record }: StoredPlan, what: string): PlanEvent[] {
  return [{ requestId: record.request_id, what }];
}

/** An edit that only concerns the review: more comments, a field. */
export async function note(ports: TakeEditPorts, answer: FileAnswer): Promise<PlanEvent[]> {
  const { stored, about } = answer;
  const untried = stored.record.plan?.untried ?? false;
  const next = await recordEdit(ports, answer, { sound: null, untried });
  if (next === null) return [];
  await exposePlan(ports, next);
  return event(stored, `edited by ${about.by}`);
}

/** Recorded as soon as it is read, so that the text outlives its file; then it is rehearsed. */
export async function edit(
  ports: TakeEditPorts,
  answer: FileAnswer,
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  const { stored, own, file, about } = answer;
  const { problems } = lintForm(ports, about.text);
  const untried = problems.length === 0;
  const sound = stored.record.plan?.sound ?? null;
  const next = await recordEdit(ports, answer, { sound, untried });
  if (next === null) return [];
  const isAsSaved = ports.documents.withoutNotice(file.text) === about.text;
  if (isAsSaved) await ports.plans.markExposed(next);
  else await exposePlan(ports, next);
  if (!untried) return sendBack(ports, next, file, problems);
  return [...event(stored, `edited by ${about.by}`), ...(await tryOut(ports, next, own, signal))];
}

/** Rehearses a plan that was recorded as soon as it was saved. */
export async function tryOut(
  ports: TakeEditPorts,
  stored: StoredPlan,
  own: readonly FoundFile[],
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  const { record } = stored;
  const { plan } = record;
  if (record.stage !== "review" || plan?.untried !== true) return [];
  const file = own.find(({ place, name }) => place === PLACE_OF.review && name === planName(record));
  if (file === undefined) return [];
  const hash = ports.sha256(plan.text);
  const problems = plan.sound === hash ? [] : rehearsed(ports, plan.text, signal);
  if (problems === null) return [];
  const isSound = problems.length === 0;
  const tried = await ports.plans.change(stored, {
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
    await exposePlan(ports, tried);
    return [];
  }
  await ports.plans.markExposed(tried);
  return isSound ? [] : sendBack(ports, tried, file, problems);
}

function recordEdit(
  ports: Pick<PlanPorts, "plans" | "sha256">,
  { stored, own, about }: FileAnswer,
  tried: { readonly sound: string | null; readonly untried: boolean },
) {
  const { record } = stored;
  const { text } = about;
  return ports.plans.change(stored, {
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
        metadata: { edited_by: about.by, edited_at: about.at, plan_hash: ports.sha256(text) },
      },
    ],
  });
}

/**
 * A plan that a person wrote or rewrote. The first one is presented for approval once its rehearsal succeeds.
 * Later ones are recorded as soon as they are read, because they withdraw an earlier answer.
 */
export async function rewrite(
  ports: TakeEditPorts,
  { stored, seen, file, about }: FileAnswer,
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  const isFirst = stored.record.plan === null;
  const { text, by, at } = about;
  const { problems: ofForm } = lintForm(ports, text);
  const problems = ofForm.length > 0 || !isFirst ? ofForm : rehearsed(ports, text, signal);
  if (problems === null) return [];
  if (problems.length > 0) return sendBack(ports, stored, file, problems);
  const next = await acceptPlan(ports, stored, { text, writtenBy: "human", by, at, sound: isFirst }, seen);
  if (next === null) return [];
  ports.memory.lookAgain ||= !isFirst;
  return event(stored, `${isFirst ? "a plan" : "a revised plan"} by ${by}`);
}

/** Recorded too, so that lists name them. A running execution is stopped, because its file has changed. */
async function recordFaults(
  ports: Pick<PlanPorts, "plans">,
  stored: StoredPlan,
  problems: readonly PlanProblem[],
): Promise<void> {
  const { record } = stored;
  const stage = record.stage === "active" ? "approved" : record.stage;
  const isKnown = JSON.stringify(record.faults) === JSON.stringify(problems);
  if (isKnown && stage === record.stage) return;
  const next = await ports.plans.change(stored, {
    record: { ...record, stage, faults: [...problems] },
    activities: [],
  });
  if (next !== null) await ports.plans.markExposed(next);
}

/** Writes the errors into the file, which stays where it is, or moves back from a folder in which it would be executed. */
export async function sendBack(
  ports: TakeEditPorts,
  stored: StoredPlan,
  file: FoundFile,
  problems: readonly PlanProblem[],
): Promise<PlanEvent[]> {
  const { record } = stored;
  await recordFaults(ports, stored, problems);
  if (!(await pointOut(ports, file, headingForFaults(file), problems))) return [];
  ports.journal.record({
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
  await ports.journal.flush();
  const [first] = problems;
  return [
    {
      requestId: record.request_id,
      what: `has errors: line ${first?.line}: ${first?.what}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""}`,
    },
  ];
}
