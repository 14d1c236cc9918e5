import type { PlanRecord, PlanStage } from "../../../domain/entities/plan-record.ts";
import type { FoundFile, ReadPlan, SeenFile, StoredPlan } from "../../../domain/ports/plans.ts";
import { PLACE_OF, readFileAnswer } from "../../../domain/rules/reviews/plan-answer.ts";
import type { Ports } from "../../ports.ts";
import { approvePlan, reopenPlan, requestPlanChanges } from "../answer-plan.ts";
import {
  authorOf,
  isStill,
  type PlanEvent,
  type PlanPorts,
  planName,
  pointOut,
  REASON_MISSING,
  sameWords,
  wasPointedOut,
} from "../plan-ports.ts";
import { fileAsLeft, fileText } from "./expose-plan.ts";
import { type FileAfterwardsPorts, restoreFile, tooLate } from "./file-afterwards.ts";
import { ownStatus, withoutStaleStatus } from "./own-status.ts";
import { givesOtherReason, givesReason, type RejectedByFile, rejectByFile } from "./reject-by-file.ts";
import {
  edit,
  event,
  type FileAnswer,
  note,
  rewrite,
  sendBack,
  type TakeEditPorts,
  tryOut,
} from "./take-edit.ts";

export type TakeFileAnswerPorts = Pick<Ports, "workspace"> & FileAfterwardsPorts & TakeEditPorts;

const SMUGGLED = {
  line: 1,
  what: "this file is tracked by git, so it may have come with the repository: nobody here has approved it",
  instead: "the plan to a file that git does not track, or use agentforge plan approve",
};

/** People's changes to the files of one request since the last scan. */
export async function takeFileAnswer(
  ports: TakeFileAnswerPorts,
  stored: StoredPlan,
  found: readonly FoundFile[],
  unsettled: boolean,
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  const { record } = stored;
  if (!stored.here) return tellElsewhere(ports, record, found);
  // Between a transition and its export, the files are ours, not a person's answer.
  if (!stored.exposed) return [];
  // Proven and about to be committed: new answers are read after the commit.
  if (record.stage === "active" && record.execution?.landing) return [];
  const own = await withoutCopies(ports, record, found);
  const answer = readFileAnswer(
    record.stage,
    own.map((file) => sightOf(ports, record, file)),
  );
  if (answer.kind !== "missing") ports.memory.absent.delete(record.request_id);
  if (answer.kind === "nothing") {
    await keepName(ports, record, own);
    return tryOut(ports, stored, own, signal);
  }
  if (answer.kind === "missing") return unsettled ? [] : restoreFile(ports, stored);
  const file = own[answer.index];
  if (file === undefined || wasPointedOut(ports, file)) return [];
  if (!(await isStill(ports, file))) return [];
  const text = withoutStaleStatus(ports.documents, record, ports.documents.withoutNotice(file.text));
  const plan = ports.documents.readPlan(text);
  const by = identify(ports, record, file, plan);
  const about = { by, at: file.touched, via: "file", text } as const;
  const seen = await withRejected(ports, record, own);
  return takeAnswer(ports, answer.kind, { stored, own, seen, file, about, plan }, signal);
}

function sightOf(
  ports: Pick<PlanPorts, "documents">,
  record: PlanRecord,
  file: FoundFile,
): Parameters<typeof readFileAnswer>[1][number] {
  const text = ports.documents.withoutNotice(file.text);
  const plan = ports.documents.readPlan(text);
  const asLeft = record.stage === "needs_reason" ? fileText(ports, record) : record.plan?.text;
  const changed = (record.stage === "needs_reason" ? file.text : text) !== asLeft;
  const own = ownStatus(ports.documents, record, plan);
  return { place: file.place, status: plan.status, own, changed, touched: file.touched };
}

type ReadAnswer = FileAnswer & { readonly plan: ReadPlan };

async function takeAnswer(
  ports: TakeFileAnswerPorts,
  kind: Exclude<ReturnType<typeof readFileAnswer>["kind"], "nothing" | "missing">,
  answer: ReadAnswer,
  signal: AbortSignal,
): Promise<PlanEvent[]> {
  const { stored, own, seen, about } = answer;
  const { record } = stored;
  const { text } = about;
  switch (kind) {
    case "approved":
      return takeApproval(ports, answer);
    case "rejected":
      return takeRejection(ports, answer);
    case "changes_requested": {
      const requested = await requestPlanChanges(ports, stored, { ...about, comments: null }, seen);
      return tell(ports, answer, requested, "changes requested");
    }
    case "too_late":
      return tooLate(ports, stored, own);
    case "reopened": {
      if (record.plan === null || !sameWords(ports, text, record.plan.text))
        return rewrite(ports, answer, signal);
      const reopened = await reopenPlan(ports, stored, { ...about, reason: null }, seen);
      return tell(ports, answer, reopened, "moved back to pending");
    }
    case "edited":
      if (record.stage === "needs_revision" || sameWords(ports, text, record.plan?.text ?? ""))
        return note(ports, answer);
      return edit(ports, answer, signal);
    case "written":
      return rewrite(ports, answer, signal);
  }
}

async function takeApproval(ports: TakeFileAnswerPorts, answer: ReadAnswer): Promise<PlanEvent[]> {
  const { stored, seen, file, about } = answer;
  const { record } = stored;
  if (saysNothingNew(ports, record, file, about.text)) {
    await ports.folders.put(file.place, file.name, fileText(ports, record), file.hash, file.stamp);
    return [];
  }
  if (await ports.workspace.tracks(`.agentforge/${file.place}/${file.name}`))
    return sendBack(ports, stored, file, [SMUGGLED]);
  return tell(ports, answer, await approvePlan(ports, stored, about, seen), "approved");
}

async function takeRejection(ports: TakeFileAnswerPorts, answer: ReadAnswer): Promise<PlanEvent[]> {
  const { stored, seen, file, about, plan } = answer;
  const { record } = stored;
  const isThere = record.stage === "rejected" && file.place === PLACE_OF.rejected;
  if (isThere && !givesOtherReason(record, plan)) return [];
  const rejected = await rejectByFile(ports, stored, { ...about, plan, file }, seen);
  return tell(ports, answer, rejected, "rejected");
}

/** What became of an answer. */
async function tell(
  ports: TakeFileAnswerPorts,
  { stored, file, about }: FileAnswer,
  answered: RejectedByFile,
  what: string,
): Promise<PlanEvent[]> {
  switch (answered.status) {
    case "recorded":
      return event(stored, `${what} by ${about.by}`);
    case "overtaken":
      ports.memory.lookAgain = true;
      return [];
    case "unexplained": {
      const command = `agentforge plan reject ${stored.record.request_id} --reason "…"`;
      return answered.isNew ? event(stored, `${REASON_MISSING}: ${command}`) : [];
    }
    default:
      return sendBack(ports, stored, file, answered.problems);
  }
}

/** The file of a rejected plan is ignored while nobody touches it, but removed when the rejection is withdrawn. */
async function withRejected(
  ports: Pick<PlanPorts, "documents" | "folders">,
  record: PlanRecord,
  own: readonly FoundFile[],
): Promise<readonly SeenFile[]> {
  if (record.stage !== "rejected" || own.some(({ place }) => place === PLACE_OF.rejected)) return own;
  const left = await fileAsLeft(ports, record);
  return left === null ? own : [...own, left];
}

/** Saved or moved within its folder, with the approved text unchanged. */
function saysNothingNew(
  ports: Pick<PlanPorts, "documents">,
  record: PlanRecord,
  file: FoundFile,
  text: string,
): boolean {
  if (record.stage !== "approved" && record.stage !== "active") return false;
  return file.place === PLACE_OF[record.stage] && sameWords(ports, text, record.plan?.text ?? "");
}

/** Renamed within its folder: restores the expected name. */
async function keepName(
  ports: Pick<PlanPorts, "documents" | "folders">,
  record: PlanRecord,
  own: readonly FoundFile[],
): Promise<void> {
  const home = PLACE_OF[record.stage];
  const name = planName(record);
  const file = own.find((each) => each.place === home);
  if (file === undefined || file.name === name || record.plan === null) return;
  const text = record.faults.length > 0 ? file.text : fileText(ports, record);
  if (await ports.folders.put(file.place, name, text, null))
    await ports.folders.take(file.place, file.name, file.hash, file.stamp);
}

async function tellElsewhere(
  ports: Pick<PlanPorts, "documents" | "folders" | "memory">,
  { request_id }: PlanRecord,
  found: readonly FoundFile[],
): Promise<PlanEvent[]> {
  const what = "the files of this plan are in another working copy, which executes it";
  const instead = `your answer with agentforge plan approve ${request_id} (or reject, or request-changes), or remove trace_id and request_id to make it a separate plan`;
  for (const file of found)
    if (!wasPointedOut(ports, file))
      await pointOut(ports, file, "This file is ignored here.", [{ line: 1, what, instead }]);
  return [];
}

/** A second file with the same trace in the same folder is ignored, and a notice in it says so. */
async function withoutCopies(
  ports: Pick<PlanPorts, "documents" | "folders" | "memory">,
  record: PlanRecord,
  found: readonly FoundFile[],
): Promise<readonly FoundFile[]> {
  const kept: FoundFile[] = [];
  for (const files of Map.groupBy(found, (file) => file.place).values()) {
    const names = ["review", "approved", "rejected"].map((stage) =>
      planName({ ...record, stage: stage as PlanStage }),
    );
    const first =
      files.find((file) => record.stage === "needs_reason" && givesReason(ports, record, file)) ??
      files.find((file) => isSavedUnderOldName(ports, record, file)) ??
      files.find((file) => names.includes(file.name)) ??
      files[0];
    if (first !== undefined) kept.push(first);
    for (const copy of files) {
      if (copy === first || wasPointedOut(ports, copy)) continue;
      const what = `this is a copy of ${first?.name}; only that file is used`;
      const instead = "another trace_id and request_id, or remove the file";
      await pointOut(ports, copy, "This file is ignored.", [{ line: 1, what, instead }]);
    }
  }
  return kept;
}

/** Saved by an editor that had the file open before AgentForge renamed it. */
function isSavedUnderOldName(
  ports: Pick<PlanPorts, "documents">,
  record: PlanRecord,
  file: FoundFile,
): boolean {
  const isOld = record.seen.some(({ place, name }) => place === file.place && name === file.name);
  const text = ports.documents.withoutNotice(file.text);
  return isOld && file.name !== planName(record) && text !== record.plan?.text;
}

/** A name that was already in the file does not identify the person who saved it now. */
function identify(
  ports: Pick<PlanPorts, "documents" | "person">,
  record: PlanRecord,
  file: FoundFile,
  plan: ReadPlan,
): string {
  const before = ports.documents.readPlan(record.plan?.text ?? "").reviewedBy;
  return authorOf(ports, file, plan.reviewedBy === before ? null : plan.reviewedBy);
}
