import type { PlanStage } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { PlanProblem, StoredPlan } from "../../domain/ports/plans.ts";
import { saysSomething } from "../../domain/rules/reviews/rejection-reason.ts";
import {
  type AnswerPlanPorts,
  approvePlan,
  isSound,
  rejectPlan,
  reopenPlan,
  requestPlanChanges,
} from "./answer-plan.ts";
import { ANSWERABLE, APPROVABLE, answerable, findPlan, settled, spoken, WITHDRAWABLE } from "./find-plan.ts";
import { lintPlan } from "./lint-plan.ts";
import { elsewhere, type PlanPorts } from "./plan-ports.ts";
import { acceptPlan, type WritePlanPorts } from "./write-plan.ts";

export const EDITABLE: readonly PlanStage[] = [
  "requested",
  "review",
  "needs_revision",
  "needs_reason",
  "rejected",
  "error",
];

export interface ShownAnswer {
  readonly by: string;
  readonly answer: "approve" | "reject" | "request_changes" | "withdraw";
  /** Empty if there was no comment. */
  readonly reason: string;
  /** The hash of the plan the person was shown. */
  readonly hash: string;
}

export interface AnsweredPlan {
  readonly stored: StoredPlan;
  /** Why it was not approved; nothing was recorded in that case. */
  readonly problems: readonly PlanProblem[];
}

type AnswerShownPorts = AnswerPlanPorts & Pick<PlanPorts, "now" | "rehearse"> & Parameters<typeof isSound>[0];

const STAGES = {
  approve: APPROVABLE,
  reject: ANSWERABLE,
  request_changes: ANSWERABLE,
  withdraw: WITHDRAWABLE,
} as const;

/** A person's answer to the plan they were shown, and to no other. */
export async function answerShownPlan(
  ports: AnswerShownPorts,
  requestId: string,
  { by, answer, reason, hash }: ShownAnswer,
  signal: AbortSignal,
): Promise<AnsweredPlan> {
  const stored = await answerable(ports, requestId, STAGES[answer]);
  const text = textShown(ports, stored, hash);
  const given = { by, at: ports.now(), via: "command", text } as const;
  if (answer === "approve") return approveShown(ports, stored, given, signal);
  if (answer !== "withdraw" && !saysSomething(reason)) {
    throw new AgentForgeError("bad_input", "the reason is empty", { hint: "Give a reason; it is recorded." });
  }
  const said = reason === "" ? null : reason;
  switch (answer) {
    case "reject":
      return recorded(settled(await rejectPlan(ports, stored, { ...given, reason: said })));
    case "request_changes":
      return recorded(settled(await requestPlanChanges(ports, stored, { ...given, comments: said })));
    case "withdraw":
      return recorded(settled(await reopenPlan(ports, stored, { ...given, reason: said })));
  }
}

async function approveShown(
  ports: AnswerShownPorts,
  stored: StoredPlan,
  given: Parameters<typeof approvePlan>[2],
  signal: AbortSignal,
): Promise<AnsweredPlan> {
  if (stored.record.stage === "approved") return recorded(stored);
  const problems = await isSound(ports, stored.record, given.text, signal);
  if (problems.length > 0) return { stored, problems };
  const answered = await approvePlan(ports, stored, given);
  return answered.status === "unsound"
    ? { stored, problems: answered.problems }
    : recorded(settled(answered));
}

/** Records a person's own version of a plan as its next revision. It waits for an answer like any other. */
export async function editPlanText(
  ports: WritePlanPorts & Parameters<typeof lintPlan>[0],
  requestId: string,
  edit: { readonly by: string; readonly text: string; readonly hash: string | null },
  signal: AbortSignal,
): Promise<AnsweredPlan> {
  const stored = await findPlan(ports, requestId);
  const { record } = stored;
  if (!stored.here) throw elsewhere(record);
  if (!EDITABLE.includes(record.stage)) {
    throw new AgentForgeError(
      "conflict",
      `${record.request_id} cannot be edited now (${spoken(record.stage)})`,
      { hint: "Withdraw the approval first." },
    );
  }
  if (record.plan !== null || edit.hash !== null) textShown(ports, stored, edit.hash);
  const text = ports.documents.withoutNotice(edit.text);
  const { problems } = await lintPlan(ports, text, signal);
  const at = ports.now();
  const sound = problems.length === 0;
  const next = await acceptPlan(ports, stored, { text, writtenBy: "human", by: edit.by, at, sound });
  if (next === null) throw overtaken(record.request_id);
  return { stored: next, problems };
}

function textShown(
  { sha256 }: Pick<PlanPorts, "sha256">,
  { record }: StoredPlan,
  hash: string | null,
): string {
  const text = record.plan?.text ?? "";
  if (record.plan !== null && sha256(text) === hash) return text;
  throw overtaken(record.request_id);
}

function overtaken(requestId: string): AgentForgeError {
  return new AgentForgeError("stale", `${requestId} has changed since it was shown to you`, {
    hint: "Review it again, then answer.",
  });
}

function recorded(stored: StoredPlan): AnsweredPlan {
  return { stored, problems: [] };
}
