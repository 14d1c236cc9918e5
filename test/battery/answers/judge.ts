import type { PlanRecord } from "../../../src/domain/entities/plan-record.ts";
import type { Answer, Mark, Person, Said } from "./person.ts";
import { type Entry, filesOf, type Records } from "./records.ts";

export interface Fault {
  readonly kind: "lost" | "undone" | "against";
  readonly what: string;
}

/** Text deleted sooner than this after it was saved or moved may not have been read. */
const READ_MS = 8000;

const STAGE_OF: Readonly<Record<Exclude<Said, "unclear">, PlanRecord["stage"]>> = {
  ...{ approve: "completed", reject: "rejected", "turn down": "needs_reason" },
  ...{ revise: "needs_revision", wait: "review" },
};
const PLACE_OF: Readonly<Record<string, string>> = {
  ...{ completed: "Inbox/Archive", rejected: "Inbox/Rejected", needs_reason: "Inbox/Rejected" },
  ...{ review: "Inbox/Plans", needs_revision: "Inbox/Plans" },
};

/** Whether a daemon watched the folders during the whole interval. */
export type Watched = (from: number, to: number) => boolean;

/** Compares the records and the folders with what a person said. Null if nothing is wrong. */
export function faultOf(root: string, records: Records, person: Person, watched: Watched): Fault | null {
  const [complaint] = person.complaints;
  if (complaint !== undefined) return { kind: "lost", what: complaint };
  const { id, answers } = person;
  const journal = records.journal(id);
  const record = records.plan(id);
  const against = carriedOutAgainst(person, journal);
  if (against !== null) return { kind: "against", what: against };
  const last = answers.at(-1);
  if (last === undefined || last.said === "unclear") return null;
  const isDeleted = last.how.startsWith("delete");
  if (record === null) {
    if (isDeleted && !hadToBeTakenIn(answers, watched)) return null;
    return { kind: "lost", what: "not on record" };
  }
  if (record.stage === "completed" && last.said !== "approve") {
    // The landing was recorded before this answer, which came too late; its file is kept.
    return isDeleted ? null : notKept(root, person, last, journal);
  }
  const accepted = acceptedStages(answers, watched);
  const match = accepted.find(({ stage }) => stage === record.stage);
  if (match === undefined) return { kind: "undone", what: `it is ${record.stage}` };
  if (match.reason !== null && record.decision?.reason !== match.reason)
    return { kind: "lost", what: `the reason is ${record.decision?.reason}, not ${match.reason}` };
  if (isDeleted && record.stage === "rejected") return null;
  return lostWords(root, person, record, journal, watched);
}

/** Every landing, not only the last: the latest answer when it was recorded must have been "yes". */
function carriedOutAgainst({ answers }: Person, journal: readonly Entry[]): string | null {
  for (const { at } of journal.filter(({ action }) => action === "execution.landing")) {
    const isUnderWay = answers.some(({ from, to, said }) => said === "unclear" || (from <= at && at <= to));
    const before = answers.filter(({ to }) => to < at).at(-1);
    if (isUnderWay || before?.said === "approve") continue;
    return `it was landed ${at - (before?.to ?? 0)} ms after the answer was ${before?.said}`;
  }
  if (journal.filter(({ action }) => action === "execution.completed").length > 1)
    return "it was carried out twice";
  return null;
}

/** Whether AgentForge must have read a plan before it was deleted. A plan that nobody read is gone. */
function hadToBeTakenIn(answers: readonly Answer[], watched: Watched): boolean {
  return answers.some(({ said, to }, index) => {
    const next = answers[index + 1];
    return said !== "wait" && next !== undefined && next.from - to > READ_MS && watched(to, next.from);
  });
}

interface Accepted {
  readonly stage: PlanRecord["stage"];
  readonly reason: string | null;
}

/**
 * Usually one stage. After a deletion there may be more, because a rejection before it may not have been
 * read.
 */
function acceptedStages(answers: readonly Answer[], watched: Watched): readonly Accepted[] {
  const last = answers.at(-1);
  if (last === undefined || last.said === "unclear") return [];
  const { said, reason, or } = last;
  const accepted: Accepted[] = [{ stage: STAGE_OF[said], reason }];
  if (or !== null && or !== "unclear") accepted.push({ stage: STAGE_OF[or], reason: null });
  if (!last.how.startsWith("delete")) return accepted;
  const canBeUnread = (to: number) => last.from - to < READ_MS || !watched(to, last.from);
  const rejection = answers.slice(0, -1).findLastIndex((each) => each.said === "reject");
  const given = answers[rejection];
  const takenBack = answers[rejection + 1];
  if (given === undefined || takenBack === undefined) return accepted;
  if (takenBack !== last && canBeUnread(takenBack.to))
    accepted.push({ stage: "rejected", reason: given.reason });
  if (said === "reject" && canBeUnread(given.to)) accepted.push({ stage: "review", reason: null });
  return accepted;
}

function lostWords(
  root: string,
  { id, marks }: Person,
  { stage }: PlanRecord,
  journal: readonly Entry[],
  watched: Watched,
): Fault | null {
  const place = PLACE_OF[stage] ?? "";
  const texts = filesOf(root, place, id).map(({ text }) => text);
  const wanted = marks.filter((mark) => !canBeGone(mark, journal, watched));
  const missing = wanted.filter(({ words }) => !texts.some((text) => text.includes(words)));
  if (texts.length === 0) return { kind: "lost", what: `nothing is in ${place}` };
  if (missing.length === 0) return null;
  return { kind: "lost", what: `${missing.map(({ words }) => words).join(", ")} is not in ${place}` };
}

/** Words that a person deleted before anything had read them. Recorded ones must come back. */
function canBeGone({ at, hash, deletedAt }: Mark, journal: readonly Entry[], watched: Watched): boolean {
  if (deletedAt === null) return false;
  const isRecorded = journal.some(
    ({ metadata, at: time }) => metadata.plan_hash === hash && time < deletedAt,
  );
  return !isRecorded && (deletedAt - at < READ_MS || !watched(at, deletedAt));
}

function notKept(root: string, { id, marks }: Person, last: Answer, journal: readonly Entry[]): Fault | null {
  const archived = filesOf(root, "Inbox/Archive", id).map(({ text }) => text);
  const wanted = [
    ...(last.reason === null ? [] : [last.reason]),
    ...marks.filter(({ deletedAt }) => deletedAt === null).map(({ words }) => words),
  ];
  const missing = wanted.filter((words) => !archived.some((text) => text.includes(words)));
  if (missing.length > 0)
    return { kind: "lost", what: `it came too late, and ${missing.join(", ")} is not in the archive` };
  const left = ["Inbox/Plans", "System/Active", "Inbox/Rejected"].flatMap((place) =>
    filesOf(root, place, id),
  );
  if (left.length > 0)
    return { kind: "undone", what: `it is completed, and ${left[0]?.name} is still there` };
  return journal.some(({ action }) => action === "execution.landing")
    ? null
    : { kind: "against", what: "it was carried out without a landing" };
}
