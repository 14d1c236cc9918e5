import type { PlanRecord } from "../domain/entities/plan-record.ts";
import type { FoundFile, PlanPlace, StoredPlan } from "../domain/ports/plans.ts";
import { PLACE_OF } from "../domain/rules/plan-answer.ts";
import { type PlanHouse, planName, REASON_MISSING, sameWords } from "./plan-house.ts";

/**
 * Brings the files up to what is on record: report, plan, request, in this order, each only where the file still says
 * what was taken into account. Repeating it after a crash does what is left; so does the working copy they belong to. `found`: the files of this request.
 */
export async function exposePlan(
  house: PlanHouse,
  stored: StoredPlan,
  found: readonly FoundFile[],
): Promise<void> {
  const { record } = stored;
  if (!stored.here) return;
  if (record.report !== null) await house.folders.report(record.report.file, record.report.text);
  await exposePlanFile(
    house,
    record,
    found.filter((file) => file.place !== "Inbox/Requests"),
  );
  await exposeRequest(house, record);
  await house.plans.markExposed(stored);
}

async function exposePlanFile(
  house: PlanHouse,
  record: PlanRecord,
  found: readonly FoundFile[],
): Promise<void> {
  const { plan } = record;
  const home = PLACE_OF[record.stage];
  if (plan === null || home === null) return;
  const name = planName(record);
  const isKnown = (text: string) =>
    sameWords(house, text, plan.text) ||
    (record.previous !== null && sameWords(house, text, record.previous));
  await bring(house, home, name, fileText(house, record), isKnown);
  for (const file of await elsewhere(house, record, found, home, name)) {
    if (isKnown(file.text)) await house.folders.take(file.place, file.name, house.sha256(file.text));
    else if (file.place !== home) await setAside(house, record, file.place, file.name);
  }
}

/** The plan as its file has it: the words on record, and the question that goes with a rejection without a reason. */
export function fileText({ documents }: Pick<PlanHouse, "documents">, record: PlanRecord): string {
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

interface Place {
  readonly place: PlanPlace;
  readonly name: string;
  readonly text: string;
}

/** The other files of the request: those that were seen, and those under the names they have in other places. */
async function elsewhere(
  house: PlanHouse,
  record: PlanRecord,
  found: readonly FoundFile[],
  home: PlanPlace,
  name: string,
): Promise<Place[]> {
  const places = new Map<string, Place>();
  for (const stage of ["review", "approved", "rejected"] as const) {
    const place = PLACE_OF[stage];
    const other = planName({ ...record, stage });
    const text = place === null ? null : await house.folders.read(place, other);
    if (place !== null && text !== null) places.set(`${place}/${other}`, { place, name: other, text });
  }
  for (const file of found) places.set(`${file.place}/${file.name}`, file);
  places.delete(`${home}/${name}`);
  return [...places.values()];
}

async function exposeRequest(house: PlanHouse, record: PlanRecord): Promise<void> {
  const { file, text } = record.request;
  const isKnown = (present: string) => sameWords(house, present, text);
  if (record.stage !== "completed") {
    if (text !== "") await bring(house, "Inbox/Requests", file, text, isKnown);
    return;
  }
  if (text !== "") await bring(house, "Inbox/Archive", `${record.request_id}.md`, text, isKnown);
  const present = await house.folders.read("Inbox/Requests", file);
  if (present !== null && isKnown(present))
    await house.folders.take("Inbox/Requests", file, house.sha256(present));
}

/** Writes a file unless a person has meanwhile written something else there. */
async function bring(
  house: PlanHouse,
  place: PlanPlace,
  name: string,
  text: string,
  isKnown: (text: string) => boolean,
): Promise<void> {
  const present = await house.folders.read(place, name);
  if (present === text) return;
  if (present === null) await house.folders.put(place, name, text, null);
  else if (isKnown(present)) await house.folders.put(place, name, text, house.sha256(present));
}

/** Words of a person's that nothing was made of are kept, and said to be. */
export async function setAside(
  house: PlanHouse,
  record: PlanRecord,
  place: PlanPlace,
  name: string,
): Promise<void> {
  const kept = await house.folders.setAside(place, name);
  if (kept !== null) recordSetAside(house, record, `${place}/${name}`, `Inbox/Archive/${kept}`);
}

export function recordSetAside(house: PlanHouse, record: PlanRecord, from: string, to: string): void {
  house.journal.record({
    traceId: record.trace_id,
    actor: "system",
    actionType: "plan.set_aside",
    entityId: record.request_id,
    metadata: { from, to },
  });
}
