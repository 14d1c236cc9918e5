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
  reopenPlan,
  requestPlanChanges,
} from "../../../workflows/plans/answer-plan.ts";
import { executePlan, executionEnded } from "../../../workflows/plans/execute-plan.ts";
import { whileAnswering } from "../../../workflows/plans/keep-answers.ts";
import { elsewhere, type PlanEvent, type PlanPorts } from "../../../workflows/plans/plan-ports.ts";
import { withdrawalReportName } from "../../../workflows/plans/withdrawal.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";
import { findPlan, planData, withPlanPorts } from "../with-plan-ports.ts";
import { fileOf, shown, spoken } from "./plan.ts";

const ANSWERABLE: readonly PlanStage[] = ["review", "needs_revision", "needs_reason", "approved", "active"];
/** How long a command waits for what it stopped to end. */
const STOP_MS = 20_000;

export async function approve(
  context: CommandContext,
  requestId: string,
  options: { now?: boolean },
): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const stored = await answerable(ports, requestId, [
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
      const problems = await isSound(ports, record, text, context.signal);
      if (problems.length > 0) return unsound(context, ports, stored, problems);
      const answered = await approvePlan(ports, stored, { ...me(ports), text });
      if (answered.status === "unsound") return unsound(context, ports, stored, answered.problems);
      settled(answered);
    }
    if (options.now && !stored.here) throw elsewhere(record);
    if (options.now) return carryOut(context, ports, record.request_id);
    const said = `${context.paint("green", "✔")} Approved ${record.request_id}. The daemon carries it out: agentforge daemon, or at once with agentforge plan approve ${record.request_id} --now`;
    return { exitCode: 0, text: said, data: planData((await findPlan(ports, record.request_id)).record) };
  });
}

export async function reject(
  context: CommandContext,
  requestId: string,
  options: { reason: string },
): Promise<CommandResult> {
  if (!saysSomething(options.reason)) throw empty("--reason");
  return withPlanPorts(context, async (ports) => {
    const stored = await answerable(ports, requestId, ANSWERABLE);
    const answer = { ...me(ports), text: wordsOf(stored), reason: options.reason };
    const { record } = settled(await rejectPlan(ports, stored, answer));
    const stopped = await whatWasStopped(context, ports, stored);
    const text = [`Rejected ${record.request_id}: ${options.reason}`, ...stopped.lines].join("\n");
    return { exitCode: 0, text, data: { ...planData(record), ...stopped.data } };
  });
}

/** Takes an approval back; what runs is stopped first, and what it had done by then is reported. */
export async function withdraw(
  context: CommandContext,
  requestId: string,
  options: { reason?: string },
): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const stored = await answerable(ports, requestId, ["approved", "active"]);
    const answer = { ...me(ports), text: wordsOf(stored), reason: options.reason ?? null };
    const { record } = settled(await reopenPlan(ports, stored, answer));
    const stopped = await whatWasStopped(context, ports, stored);
    const said = `${context.paint("green", "✔")} Withdrew ${record.request_id}. It waits for your answer again.`;
    const text = [said, ...stopped.lines].join("\n");
    return { exitCode: 0, text, data: { ...planData(record), ...stopped.data } };
  });
}

/** Waits for an execution that was stopped, and says what it had done. */
async function whatWasStopped(
  context: CommandContext,
  ports: PlanPorts,
  { record }: StoredPlan,
): Promise<{ readonly lines: readonly string[]; readonly data: object }> {
  if (record.stage !== "active") return { lines: [], data: {} };
  context.progress.say("Stopping what runs");
  const isStopped = await executionEnded(ports, record.request_id, STOP_MS, context.signal);
  context.progress.end();
  const file = withdrawalReportName(record);
  const withdrawal_report = `.agentforge/Knowledge/Reports/${file}`;
  const isReported = (await ports.folders.readReport(file)) !== null;
  if (isReported)
    return { lines: [`  What was done by then: ${withdrawal_report}`], data: { withdrawal_report } };
  const why = isStopped
    ? "  It was not being carried out."
    : "  It is still running; none of its changes will be kept.";
  return { lines: [why], data: { withdrawal_report: null } };
}

export async function requestChanges(
  context: CommandContext,
  requestId: string,
  options: { comment: string[] },
): Promise<CommandResult> {
  const comments = options.comment.filter((comment) => comment.trim() !== "").join("\n");
  if (comments === "") throw empty("--comment");
  return withPlanPorts(context, async (ports) => {
    const stored = await answerable(ports, requestId, ANSWERABLE);
    const answer = { ...me(ports), text: wordsOf(stored), comments };
    const { record } = settled(await requestPlanChanges(ports, stored, answer));
    const stopped = await whatWasStopped(context, ports, stored);
    const next =
      ports.planWriter === null
        ? `Write it again in ${shown(ports, fileOf(ports, record))} and set status = "review".`
        : `The daemon has it written again; at once: agentforge plan write ${record.request_id}`;
    const text = [`Sent ${record.request_id} back.`, `  ${next}`, ...stopped.lines].join("\n");
    return { exitCode: 0, text, data: { ...planData(record), ...stopped.data } };
  });
}

async function carryOut(
  context: CommandContext,
  ports: PlanPorts,
  requestId: string,
): Promise<CommandResult> {
  const onEvent = (event: PlanEvent) => context.progress.keep(`${event.requestId}: ${visible(event.what)}`);
  const execution = await whileAnswering(ports, context.signal, { onEvent }, () =>
    executePlan(ports, requestId, context.signal, (what) => context.progress.say(visible(what))),
  );
  context.progress.end();
  if (execution === null) throw new AgentForgeError("busy", `another process is carrying ${requestId} out`);
  const { record } = execution;
  if (execution.status === "withdrawn") {
    const file = `.agentforge/Knowledge/Reports/${execution.report}`;
    const text = `${context.paint("yellow", "▲ Stopped:")} somebody answered in the meantime (${spoken(record.stage)}).\n  What was done by then: ${file}`;
    return { exitCode: 1, text, data: { ...planData(record), withdrawal_report: file } };
  }
  const report = `.agentforge/Knowledge/Reports/${record.report?.file}`;
  if (execution.status === "failed") {
    const text = `${context.paint("red", "✖")} ${visible(execution.why)}\n  → ${report} has the details and what to do next.`;
    return { exitCode: 1, text, data: planData(record) };
  }
  const { branch, commit } = record.outcome ?? {};
  const done = `${context.paint("green", "✔")} Committed as ${commit?.slice(0, 12)} on branch ${branch}`;
  const text = `${done}\n  To merge it: ${context.paint("cyan", `git merge ${branch}`)}\n  Report: ${report}`;
  return { exitCode: 0, text, data: planData(record) };
}

async function answerable(
  ports: PlanPorts,
  requestId: string,
  stages: readonly PlanStage[],
): Promise<StoredPlan> {
  const stored = await findPlan(ports, requestId);
  const { record } = stored;
  if (record.plan === null) throw noPlan(record);
  if (record.stage === "active" && record.execution?.landing) {
    throw new AgentForgeError(
      "conflict",
      `${record.request_id} is proven and being committed: it is too late`,
      {
        hint: `It lands on its own branch; agentforge plan show ${record.request_id} names it, and git branch -D removes it.`,
      },
    );
  }
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
  ports: PlanPorts,
  { record }: StoredPlan,
  problems: readonly PlanProblem[],
): CommandResult {
  const file = shown(ports, fileOf(ports, record));
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
    hint: "agentforge plan list shows its status.",
  });
}

function me(ports: PlanPorts) {
  return { by: ports.person, at: ports.now(), via: "command" } as const;
}

function wordsOf({ record }: StoredPlan): string {
  return record.plan?.text ?? "";
}

function empty(option: string): AgentForgeError {
  return new AgentForgeError("bad_input", `${option} says nothing`, { hint: "Say why, for the record." });
}
