import type { PlanRecord, PlanStage } from "../../../domain/entities/plan-record.ts";
import type { PlanPlace, SeenFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { PLACE_OF } from "../../../domain/rules/reviews/plan-answer.ts";
import type { Ports } from "../../ports.ts";
import { type PlanPorts, planName, REASON_MISSING, sameWords } from "../plan-ports.ts";

export type ExposePlanPorts = Pick<
  PlanPorts,
  "documents" | "folders" | "journal" | "memory" | "plans" | "sha256"
>;

/** A plan whose file is missing becomes pending again; a rejected or finished one does not. */
const WITHDRAWABLE: readonly PlanStage[] = ["review", "needs_revision", "needs_reason", "approved", "active"];

/**
 * Writes the files to match the record: report, plan, request, in this order. Only files the record has taken
 * into account (`seen`) are replaced or removed. Every other file of the request is an answer that nobody has
 * read yet: it stays where it is, and is read next time. Repeating this after a crash completes the rest.
 */
export async function exposePlan(ports: ExposePlanPorts, stored: StoredPlan): Promise<void> {
  const { record } = stored;
  if (!stored.here) return;
  if (record.report !== null) await ports.folders.report(record.report.file, record.report.text);
  await exposePlanFile(ports, record);
  await exposeRequest(ports, record);
  await ports.plans.markExposed(stored);
}

/** The files that a new version of a record may replace, including those of the last version that were not all written. */
export function seenBy(stored: StoredPlan | null, files: readonly SeenFile[]): SeenFile[] {
  const earlier = stored === null || stored.exposed ? [] : stored.record.seen;
  return [...earlier, ...files].map(({ place, name, hash, stamp }) => ({ place, name, hash, stamp }));
}

/** A file of another working copy: only its content is known. */
const ANY_STAMP = "";

/** The files that an answer takes into account: the file it was found in, or the plan's file as AgentForge left it. */
export async function answeredFiles(
  ports: Pick<PlanPorts, "documents" | "folders" | "sha256">,
  stored: StoredPlan,
  found: readonly SeenFile[],
): Promise<SeenFile[]> {
  if (found.length > 0) return seenBy(stored, found);
  if (!stored.here) return seenBy(stored, leftElsewhere(ports, stored.record));
  const asLeft = await fileAsLeft(ports, stored.record);
  return seenBy(stored, asLeft === null ? [] : [asLeft]);
}

function leftElsewhere(
  ports: Pick<PlanPorts, "documents" | "sha256">,
  record: PlanRecord,
): readonly SeenFile[] {
  const place = PLACE_OF[record.stage];
  if (place === null || record.plan === null) return [];
  const hash = ports.sha256(fileText(ports, record));
  return [{ place, name: planName(record), hash, stamp: ANY_STAMP }];
}

function isStill(file: SeenFile, now: SeenFile | null): boolean {
  return now?.hash === file.hash && (file.stamp === ANY_STAMP || file.stamp === now.stamp);
}

/** The plan's file, if it is unchanged and where AgentForge left it; null if a person touched it. */
export async function fileAsLeft(
  ports: Pick<PlanPorts, "documents" | "folders">,
  record: PlanRecord,
): Promise<SeenFile | null> {
  const home = PLACE_OF[record.stage];
  if (home === null || record.plan === null) return null;
  const file = await ports.folders.glance(home, planName(record));
  if (file === null) return null;
  const isAsLeft =
    file.text === fileText(ports, record) || ports.documents.withoutNotice(file.text) === record.plan.text;
  return isAsLeft ? file : null;
}

async function exposePlanFile(ports: ExposePlanPorts, record: PlanRecord): Promise<void> {
  const { plan, seen } = record;
  const home = PLACE_OF[record.stage];
  if (plan === null || home === null) return;
  const name = planName(record);
  const isHome = (file: SeenFile) => file.place === home && file.name === name;
  const others = seen.filter((file) => !isHome(file));
  const isOurs = await bringHome(ports, record, home, name);
  let taken = 0;
  for (const file of others) {
    const now = await ports.folders.glance(file.place, file.name);
    if (now === null || !isStill(file, now)) continue;
    const isKnown = [plan.text, record.previous ?? plan.text].some((text) =>
      sameWords(ports, now.text, text),
    );
    const isTaken =
      isKnown || file.place === home
        ? await ports.folders.take(file.place, file.name, now.hash, now.stamp)
        : (await setAside(ports, record, file.place, file.name)) !== null;
    if (isTaken) taken += 1;
  }
  // All files it is based on were moved or deleted in the meantime: writing here would look like an answer nobody gave.
  if (!isOurs || others.length === 0 || taken > 0) return;
  if (WITHDRAWABLE.includes(record.stage) || (await movedElsewhere(ports, record, home)))
    await ports.folders.take(home, name, ports.sha256(fileText(ports, record)));
}

/** Whether we have just written the file. */
async function bringHome(
  ports: Pick<PlanPorts, "documents" | "folders">,
  record: PlanRecord,
  home: PlanPlace,
  name: string,
): Promise<boolean> {
  const text = fileText(ports, record);
  const present = await ports.folders.glance(home, name);
  if (present?.text === text) return false;
  const seen = record.seen.filter((file) => file.place === home && file.name === name);
  if (present === null) return seen.length === 0 && ports.folders.put(home, name, text, null);
  if (seen.some((file) => isStill(file, present)))
    await ports.folders.put(home, name, text, present.hash, present.stamp);
  return false;
}

/** A file with one of this request's names that the record does not know. */
async function movedElsewhere(
  ports: Pick<PlanPorts, "folders">,
  record: PlanRecord,
  home: PlanPlace,
): Promise<boolean> {
  for (const stage of ["review", "approved", "rejected"] as const) {
    const place = PLACE_OF[stage];
    if (place === null || place === home) continue;
    const names = new Set([planName({ ...record, stage }), ...record.seen.map((file) => file.name)]);
    for (const name of names) if ((await ports.folders.glance(place, name)) !== null) return true;
  }
  return false;
}

/** The plan as its file shows it: the recorded text, and the question that goes with a rejection without a reason. */
export function fileText({ documents }: Pick<PlanPorts, "documents">, record: PlanRecord): string {
  const text = record.plan?.text ?? "";
  if (record.stage !== "needs_reason") return text;
  const { unreadable } = documents.readPlan(text);
  const heading =
    "You rejected this plan, so it will not be executed. Please give a reason; until then it stays in your inbox.";
  const instead = `rejection_reason = "…" between the two +++ lines, or your reason in a section ## Review Comments, or run agentforge plan reject ${record.request_id} --reason "…". To undo the rejection, move the file back to Inbox/Plans`;
  return documents.withNotice(text, heading, [
    ...(unreadable === null ? [] : [unreadable]),
    { line: 1, what: REASON_MISSING, instead },
  ]);
}

async function exposeRequest(
  ports: Pick<PlanPorts, "documents" | "folders">,
  record: PlanRecord,
): Promise<void> {
  const { file, text } = record.request;
  if (text === "") return;
  const isDone = record.stage === "completed";
  const place = isDone ? "Inbox/Archive" : "Inbox/Requests";
  const name = isDone ? `${record.request_id}.md` : file;
  const present = await ports.folders.glance(place, name);
  if (present === null) await ports.folders.put(place, name, text, null);
  else if (present.text !== text && sameWords(ports, present.text, text))
    await ports.folders.put(place, name, text, present.hash, present.stamp);
  if (!isDone) return;
  const asked = await ports.folders.glance("Inbox/Requests", file);
  if (asked !== null && sameWords(ports, asked.text, text))
    await ports.folders.take("Inbox/Requests", file, asked.hash, asked.stamp);
}

/**
 * Keeps a person's text that was not used, and reports it. Returns where it is kept, or null if it was gone.
 */
async function setAside(
  ports: Pick<PlanPorts, "folders" | "journal" | "memory">,
  record: PlanRecord,
  place: PlanPlace,
  name: string,
): Promise<string | null> {
  const kept = await ports.folders.setAside(place, name);
  if (kept === null) return null;
  const to = `Inbox/Archive/${kept}`;
  recordSetAside(ports, record, `${place}/${name}`, to);
  ports.memory.kept.push({
    requestId: record.request_id,
    what: `${place}/${name} was not used; it is kept as ${to}`,
  });
  return to;
}

export function recordSetAside(
  ports: Pick<Ports, "journal">,
  record: PlanRecord,
  from: string,
  to: string,
): void {
  ports.journal.record({
    traceId: record.trace_id,
    actor: "system",
    actionType: "plan.set_aside",
    entityId: record.request_id,
    metadata: { from, to },
  });
}
