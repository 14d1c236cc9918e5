import type { PlanRecord, PlanStage } from "../../../domain/entities/plan-record.ts";
import type { PlanPlace, SeenFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { PLACE_OF } from "../../../domain/rules/plan-answer.ts";
import type { Ports } from "../../ports.ts";
import { type PlanPorts, planName, REASON_MISSING, sameWords } from "../plan-ports.ts";

export type ExposePlanPorts = Pick<
  PlanPorts,
  "documents" | "folders" | "journal" | "memory" | "plans" | "sha256"
>;

/** A plan without its file is asked about again; what is rejected or over stays so. */
const WITHDRAWABLE: readonly PlanStage[] = ["review", "needs_revision", "needs_reason", "approved", "active"];

/**
 * Brings the files up to what is on record: report, plan, request, in this order. Only files the record has taken into
 * account (`seen`) are replaced or removed. Every other file of the request is an answer that nobody has read yet: it
 * stays where it is, and the next look reads it. Repeating this after a crash does what is left.
 */
export async function exposePlan(ports: ExposePlanPorts, stored: StoredPlan): Promise<void> {
  const { record } = stored;
  if (!stored.here) return;
  if (record.report !== null) await ports.folders.report(record.report.file, record.report.text);
  await exposePlanFile(ports, record);
  await exposeRequest(ports, record);
  await ports.plans.markExposed(stored);
}

/** The files a new version of a record may replace; with those of the last version, if they were not all seen to. */
export function seenBy(stored: StoredPlan | null, files: readonly SeenFile[]): SeenFile[] {
  const earlier = stored === null || stored.exposed ? [] : stored.record.seen;
  return [...earlier, ...files].map(({ place, name, hash, stamp }) => ({ place, name, hash, stamp }));
}

/** A file of another working copy: its content is known, and nothing else. */
const ANY_STAMP = "";

/** The files that an answer takes into account: where it was found, or the plan's file as AgentForge left it. */
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

/** The plan's file, if it is where AgentForge left it, as AgentForge left it; null if a person has been there. */
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
  // All the files it rests on were moved or deleted meanwhile: what was written here would be an answer nobody gave.
  if (!isOurs || others.length === 0 || taken > 0) return;
  if (WITHDRAWABLE.includes(record.stage) || (await movedElsewhere(ports, record, home)))
    await ports.folders.take(home, name, ports.sha256(fileText(ports, record)));
}

/** Whether the file there was written by us in this moment. */
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

/** Under one of the names that files of this request have, a file that the record does not know. */
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

/** The plan as its file has it: the words on record, and the question that goes with a rejection without a reason. */
export function fileText({ documents }: Pick<PlanPorts, "documents">, record: PlanRecord): string {
  const text = record.plan?.text ?? "";
  if (record.stage !== "needs_reason") return text;
  const { unreadable } = documents.readPlan(text);
  const heading =
    "You turned this plan down, so it will not be carried out. Say why, for the record; until then it waits for you.";
  const instead = `rejection_reason = "…" between the two lines of +++, or your words in a section ## Review Comments, or run agentforge plan reject ${record.request_id} --reason "…". If you did not mean it, move the file back to Inbox/Plans`;
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

/** Words of a person's that nothing was made of are kept, and mentioned. Says where, or null if they were gone. */
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
    what: `${place}/${name} did not count; it is kept as ${to}`,
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
