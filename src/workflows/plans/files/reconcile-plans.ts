import type { PlanStage } from "../../../domain/entities/plan-record.ts";
import type { FoundFile, Sighting, StoredPlan } from "../../../domain/ports/plans.ts";
import { idIn, type PlanEvent, type PlanPorts, sameWords } from "../plan-ports.ts";
import { nextRehearsal } from "../rehearsals.ts";
import { adoptPlan } from "./adopt-plan.ts";
import { adoptRequest } from "./adopt-request.ts";
import { exposePlan, recordSetAside } from "./expose-plan.ts";
import { type TakeFileAnswerPorts, takeFileAnswer } from "./take-file-answer.ts";

export type ReconcilePlansPorts = TakeFileAnswerPorts;

export interface Reconciled {
  readonly events: readonly PlanEvent[];
  readonly troubles: Sighting["troubles"];
  /** A file is being written right now: scan again soon. */
  readonly unsettled: boolean;
  /** Resolves when a running rehearsal ends; null if none is running. */
  readonly rehearsing: Promise<void> | null;
}

const WAITING: readonly PlanStage[] = [
  "requested",
  "review",
  "needs_revision",
  "needs_reason",
  "approved",
  "active",
  "error",
];

/** Reads people's changes to the files as answers, including changes made while no process ran, and journals them. */
export async function reconcilePlans(ports: ReconcilePlansPorts, signal: AbortSignal): Promise<Reconciled> {
  const events: PlanEvent[] = [];
  const passOver = new Set((await ports.plans.names(["rejected"])).map((id) => `${id}_rejected.md`));
  const sighting = await ports.folders.look(passOver);
  for (const kept of sighting.kept) events.push(await tellKept(ports, kept));
  const unexposed = (await ports.plans.unexposed()).filter((each) => each.here);
  for (const stored of unexposed) await exposePlan(ports, stored);
  // Files that are still changing: an answer is read once all files of its plan are stable.
  const unstable = new Set([
    ...unexposed.map(({ record }) => record.request_id),
    ...sighting.growing.map((name) => idIn(name)),
  ]);
  const isGrowing = sighting.growing.length > 0;

  for (const file of sighting.files.filter((each) => each.place === "Inbox/Requests"))
    events.push(...(await adoptRequest(ports, file)));
  const sorted = await sortFiles(ports, sighting.files);
  for (const file of sorted.strays) events.push(...(await adoptPlan(ports, file, signal)));

  const here = (await ports.plans.list(WAITING)).filter((each) => each.here);
  const waiting = new Map(here.map((each) => [each.record.request_id, each]));
  for (const [id, stored] of sorted.records) if (!waiting.has(id)) waiting.set(id, stored);
  for (const stored of waiting.values()) {
    signal.throwIfAborted();
    if (unstable.has(stored.record.request_id)) continue;
    const files = sorted.files.get(stored.record.request_id) ?? [];
    events.push(...(await takeFileAnswer(ports, stored, files, isGrowing, signal)));
  }
  for (const id of ports.memory.absent.keys()) if (!waiting.has(id)) ports.memory.absent.delete(id);
  events.push(...ports.memory.kept.splice(0));
  const rehearsing = nextRehearsal(ports);
  const { lookAgain } = ports.memory;
  ports.memory.lookAgain = false;
  const unsettled = lookAgain || unstable.size > 0 || rehearsing !== null || ports.memory.absent.size > 0;
  if (!unsettled) await ports.folders.seenThrough();
  return { events, troubles: sighting.troubles, unsettled, rehearsing };
}

/** Two versions were saved simultaneously: one got the name, and the other must be found. */
async function tellKept(
  ports: Pick<PlanPorts, "journal" | "plans">,
  { from, to }: Sighting["kept"][number],
): Promise<PlanEvent> {
  const requestId = idIn(from.replace(/^.*\//, ""));
  const stored = await ports.plans.get(requestId);
  if (stored !== null) recordSetAside(ports, stored.record, from, to);
  return { requestId, what: `another version of ${from} was saved at the same time; it is kept as ${to}` };
}

interface Sorted {
  readonly files: ReadonlyMap<string, readonly FoundFile[]>;
  readonly records: ReadonlyMap<string, StoredPlan>;
  /** Plans that are not recorded yet. */
  readonly strays: readonly FoundFile[];
}

/** A file without a trace belongs to the request with that name, unless that one is finished and was about something else. */
async function byName(
  ports: Pick<PlanPorts, "documents" | "plans">,
  { name, text }: FoundFile,
): Promise<StoredPlan | null> {
  const id = idIn(name);
  const stored = (await ports.plans.get(id)) ?? (await ports.plans.get(ports.documents.requestIdFrom(id)));
  if (!stored?.here) return null;
  const { stage, plan } = stored.record;
  const isOver = stage === "completed" || stage === "rejected";
  return isOver && !sameWords(ports, text, plan?.text ?? "") ? null : stored;
}

/** Found by the trace a plan names, or else by the name of its file. */
async function sortFiles(
  ports: Pick<PlanPorts, "documents" | "plans">,
  found: readonly FoundFile[],
): Promise<Sorted> {
  const files = new Map<string, FoundFile[]>();
  const records = new Map<string, StoredPlan>();
  const strays: FoundFile[] = [];
  for (const file of found) {
    if (file.place === "Inbox/Requests") continue;
    const { traceId } = ports.documents.readPlan(file.text);
    const stored = traceId === null ? await byName(ports, file) : await ports.plans.byTrace(traceId);
    if (stored === null) {
      strays.push(file);
      continue;
    }
    const id = stored.record.request_id;
    records.set(id, stored);
    files.set(id, [...(files.get(id) ?? []), file]);
  }
  return { files, records, strays };
}

/** Waits for a file that was saved a moment ago, but not forever. */
export async function settledFiles(
  ports: ReconcilePlansPorts & Pick<PlanPorts, "pause">,
  signal: AbortSignal,
): Promise<Pick<Reconciled, "events" | "troubles">> {
  const events: PlanEvent[] = [];
  for (let look = 1; ; look += 1) {
    const reconciled = await reconcilePlans(ports, signal);
    events.push(...reconciled.events);
    if (reconciled.rehearsing !== null) {
      look = 1;
      await reconciled.rehearsing;
      continue;
    }
    if (!reconciled.unsettled || look === 5) return { events, troubles: reconciled.troubles };
    await ports.pause(150);
  }
}
