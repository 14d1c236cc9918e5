import type { PlanStage } from "../../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { PlanProblem, StoredPlan } from "../../../domain/ports/plans.ts";
import { saysSomething } from "../../../domain/rules/rejection-reason.ts";
import {
  type Answered,
  approvePlan,
  isSound,
  noPlan,
  rejectPlan,
  requestPlanChanges,
} from "../../../workflows/answer-plan.ts";
import { executePlan } from "../../../workflows/execute-plan.ts";
import { elsewhere, type PlanHouse } from "../../../workflows/plan-house.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { findPlan, inPlanHouse, planData } from "../in-plan-house.ts";
import { visible } from "../terminal.ts";
import { fileOf, shown, spoken } from "./plan.ts";

const ANSWERABLE: readonly PlanStage[] = ["review", "needs_revision", "needs_reason", "approved"];

export async function approve(
  context: CommandContext,
  requestId: string,
  options: { now?: boolean },
): Promise<CommandResult> {
  return inPlanHouse(context, async (house) => {
    const stored = await answerable(house, requestId, [
      "review",
      "needs_revision",
      "needs_reason",
      "rejected",
      "error",
      "approved",
    ]);
    const { record } = stored;
    if (record.stage !== "approved") {
      const text = wordsOf(stored);
      const problems = await isSound(house, record, text, context.signal);
      if (problems.length > 0) return unsound(context, house, stored, problems);
      const answered = await approvePlan(house, stored, { ...me(house), text });
      if (answered.status === "unsound") return unsound(context, house, stored, answered.problems);
      settled(answered);
    }
    if (options.now && !stored.here) throw elsewhere(record);
    if (options.now) return carryOut(context, house, record.request_id);
    const said = `${context.paint("green", "✔")} Approved ${record.request_id}. The daemon carries it out: agentforge daemon, or at once with agentforge plan approve ${record.request_id} --now`;
    return { exitCode: 0, text: said, data: planData((await findPlan(house, record.request_id)).record) };
  });
}

export async function reject(
  context: CommandContext,
  requestId: string,
  options: { reason: string },
): Promise<CommandResult> {
  if (!saysSomething(options.reason)) throw empty("--reason");
  return inPlanHouse(context, async (house) => {
    const stored = await answerable(house, requestId, ANSWERABLE);
    const answer = { ...me(house), text: wordsOf(stored), reason: options.reason };
    const { record } = settled(await rejectPlan(house, stored, answer));
    return { exitCode: 0, text: `Rejected ${record.request_id}: ${options.reason}`, data: planData(record) };
  });
}

export async function requestChanges(
  context: CommandContext,
  requestId: string,
  options: { comment: string[] },
): Promise<CommandResult> {
  const comments = options.comment.filter((comment) => comment.trim() !== "").join("\n");
  if (comments === "") throw empty("--comment");
  return inPlanHouse(context, async (house) => {
    const stored = await answerable(house, requestId, ANSWERABLE);
    const answer = { ...me(house), text: wordsOf(stored), comments };
    const { record } = settled(await requestPlanChanges(house, stored, answer));
    const next =
      house.planWriter === null
        ? `Write it anew in ${shown(house, fileOf(house, record))} and set status = "review".`
        : `The daemon has it written anew; at once: agentforge plan write ${record.request_id}`;
    return { exitCode: 0, text: `Sent ${record.request_id} back.\n  ${next}`, data: planData(record) };
  });
}

async function carryOut(
  context: CommandContext,
  house: PlanHouse,
  requestId: string,
): Promise<CommandResult> {
  const execution = await executePlan(house, requestId, context.signal, (what) =>
    context.progress.say(visible(what)),
  );
  context.progress.end();
  if (execution === null) throw new AgentForgeError("busy", `another process is carrying ${requestId} out`);
  const { record } = execution;
  const report = `.agentforge/Knowledge/Reports/${record.report?.file}`;
  if (execution.status === "failed") {
    const text = `${context.paint("red", "✖")} ${visible(execution.why)}\n  → ${report} has the details and what to do next.`;
    return { exitCode: 1, text, data: planData(record) };
  }
  const { branch, commit } = record.outcome ?? {};
  const text = `${context.paint("green", "✔")} On branch ${branch} as ${commit?.slice(0, 12)}. git merge ${branch} takes it over.\n  Report: ${report}`;
  return { exitCode: 0, text, data: planData(record) };
}

async function answerable(
  house: PlanHouse,
  requestId: string,
  stages: readonly PlanStage[],
): Promise<StoredPlan> {
  const stored = await findPlan(house, requestId);
  const { record } = stored;
  if (record.plan === null) throw noPlan(record);
  if (stages.includes(record.stage)) return stored;
  throw new AgentForgeError(
    "conflict",
    `${record.request_id} is not waiting for that (${spoken(record.stage)})`,
    {
      hint: `agentforge plan show ${record.request_id}`,
    },
  );
}

function unsound(
  context: CommandContext,
  house: PlanHouse,
  { record }: StoredPlan,
  problems: readonly PlanProblem[],
): CommandResult {
  const file = shown(house, fileOf(house, record));
  const lines = problems.map(
    ({ line, what, instead }) => `${file}:${line}  ${visible(what)}\n  → write ${visible(instead)}`,
  );
  const text = [
    `${context.paint("yellow", "▲ Not approved:")} the plan cannot be carried out as it is.`,
    ...lines,
  ];
  return { exitCode: 1, text: text.join("\n"), data: { ...planData(record), problems } };
}

function settled(answered: Answered): StoredPlan {
  if (answered.status === "recorded") return answered.stored;
  throw new AgentForgeError("conflict", "somebody else answered at the same moment", {
    hint: "agentforge plan list shows how it stands.",
  });
}

function me(house: PlanHouse) {
  return { by: house.person, at: house.now(), via: "command" } as const;
}

function wordsOf({ record }: StoredPlan): string {
  return record.plan?.text ?? "";
}

function empty(option: string): AgentForgeError {
  return new AgentForgeError("bad_input", `${option} says nothing`, { hint: "Say why, for the record." });
}
