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
import { edit, note, rewrite, sendBack, type TakeEditPorts, tryOut } from "./take-edit.ts";

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
  const sights = own.map((file) => {
    const text = ports.documents.withoutNotice(file.text);
    const plan = ports.documents.readPlan(text);
    const asLeft = record.stage === "needs_reason" ? fileText(ports, record) : record.plan?.text;
    const seen = record.stage === "needs_reason" ? file.text : text;
    const own = ownStatus(ports.documents, record, plan);
    return { place: file.place, status: plan.status, own, changed: seen !== asLeft, touched: file.touched };
  });
  const answer = readFileAnswer(record.stage, sights);
  const event = (what: string) => [{ requestId: record.request_id, what }];
  if (answer.kind !== "missing") ports.memory.absent.delete(record.request_id);
  if (answer.kind === "nothing") {
    await keepName(ports, record, own);
    return tryOut(ports, stored, own, signal);
  }
  if (answer.kind === "missing") return unsettled ? [] : restoreFile(ports, stored, event);
  const file = own[answer.index];
  if (file === undefined || wasPointedOut(ports, file)) return [];
  if (!(await isStill(ports, file))) return [];
  const bare = ports.documents.withoutNotice(file.text);
  const text = withoutStaleStatus(ports.documents, record, bare);
  const plan = ports.documents.readPlan(text);
  const about = {
    by: identify(ports, record, file, plan),
    at: file.touched,
    via: "file",
    text,
  } as const;
  const tell = async (answered: RejectedByFile, what: string): Promise<PlanEvent[]> => {
    if (answered.status === "recorded") return event(`${what} by ${about.by}`);
    if (answered.status === "overtaken") {
      ports.memory.lookAgain = true;
      return [];
    }
    if (answered.status === "unexplained")
      return answered.isNew
        ? event(`${REASON_MISSING}: agentforge plan reject ${record.request_id} --reason "…"`)
        : [];
    return sendBack(ports, stored, file, answered.problems);
  };
  const seen = await withRejected(ports, record, own);
  switch (answer.kind) {
    case "approved":
      if (saysNothingNew(ports, record, file, text)) {
        await ports.folders.put(file.place, file.name, fileText(ports, record), file.hash, file.stamp);
        return [];
      }
      if (await ports.workspace.tracks(`.agentforge/${file.place}/${file.name}`))
        return sendBack(ports, stored, file, [SMUGGLED]);
      return tell(await approvePlan(ports, stored, about, seen), "approved");
    case "rejected":
      if (
        file.place === PLACE_OF[record.stage] &&
        record.stage === "rejected" &&
        !givesOtherReason(record, plan)
      )
        return [];
      return tell(await rejectByFile(ports, stored, { ...about, plan, file }, seen), "rejected");
    case "changes_requested":
      return tell(
        await requestPlanChanges(ports, stored, { ...about, comments: null }, seen),
        "changes requested",
      );
    case "too_late":
      return tooLate(ports, stored, own, event);
    case "reopened":
      if (record.plan !== null && sameWords(ports, text, record.plan.text))
        return tell(
          await reopenPlan(ports, stored, { ...about, reason: null }, seen),
          "moved back to pending",
        );
      return rewrite(ports, stored, seen, file, about, signal, event);
    case "edited":
      if (record.stage === "needs_revision" || sameWords(ports, text, record.plan?.text ?? ""))
        return note(ports, stored, own, about, event);
      return edit(ports, stored, own, file, about, signal, event);
    case "written":
      return rewrite(ports, stored, seen, file, about, signal, event);
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
