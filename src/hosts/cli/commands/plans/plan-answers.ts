import { AgentForgeError } from "../../../../domain/errors.ts";
import type { PlanProblem, StoredPlan } from "../../../../domain/ports/plans.ts";
import { saysSomething } from "../../../../domain/rules/reviews/rejection-reason.ts";
import {
  approvePlan,
  isSound,
  rejectPlan,
  rejectRequest,
  reopenPlan,
  requestPlanChanges,
} from "../../../../workflows/plans/answer-plan.ts";
import { executePlan, executionEnded } from "../../../../workflows/plans/execute-plan.ts";
import {
  ANSWERABLE,
  APPROVABLE,
  answerable,
  findPlan,
  settled,
  spoken,
  WITHDRAWABLE,
} from "../../../../workflows/plans/find-plan.ts";
import { whileAnswering } from "../../../../workflows/plans/keep-answers.ts";
import { elsewhere, type PlanEvent, type PlanPorts } from "../../../../workflows/plans/plan-ports.ts";
import { withdrawalReportName } from "../../../../workflows/plans/withdrawal.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";
import { planData, withPlanPorts } from "../../with-plan-ports.ts";
import { fileOf, shown } from "./plan.ts";

/** How long a command waits for an execution that it stopped. */
const STOP_MS = 20_000;

export async function approve(
  context: CommandContext,
  requestId: string,
  options: { now?: boolean },
): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const stored = await answerable(ports, requestId, APPROVABLE);
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
    const said = `${context.paint("green", "✔")} Approved ${record.request_id}. The daemon (agentforge daemon) will execute it. To execute it now: agentforge plan approve ${record.request_id} --now`;
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
    const { reason } = options;
    const found = await findPlan(ports, requestId);
    const isRequest = found.record.stage === "requested" && found.record.plan === null;
    const stored = isRequest ? found : await answerable(ports, requestId, ANSWERABLE);
    const answered = isRequest
      ? rejectRequest(ports, found, { ...me(ports), reason })
      : rejectPlan(ports, stored, { ...me(ports), text: wordsOf(stored), reason });
    const { record } = settled(await answered);
    const stopped = await whatWasStopped(context, ports, stored);
    const text = [`Rejected ${record.request_id}: ${reason}`, ...stopped.lines].join("\n");
    return { exitCode: 0, text, data: { ...planData(record), ...stopped.data } };
  });
}

/** Withdraws an approval. A running execution is stopped first, and a report says what it had done. */
export async function withdraw(
  context: CommandContext,
  requestId: string,
  options: { reason?: string },
): Promise<CommandResult> {
  return withPlanPorts(context, async (ports) => {
    const stored = await answerable(ports, requestId, WITHDRAWABLE);
    const answer = { ...me(ports), text: wordsOf(stored), reason: options.reason ?? null };
    const { record } = settled(await reopenPlan(ports, stored, answer));
    const stopped = await whatWasStopped(context, ports, stored);
    const said = `${context.paint("green", "✔")} Withdrew ${record.request_id}. It is waiting for your answer again.`;
    const text = [said, ...stopped.lines].join("\n");
    return { exitCode: 0, text, data: { ...planData(record), ...stopped.data } };
  });
}

/** Waits until a stopped execution has ended, and reports what it had done. */
async function whatWasStopped(
  context: CommandContext,
  ports: PlanPorts,
  { record }: StoredPlan,
): Promise<{ readonly lines: readonly string[]; readonly data: object }> {
  if (record.stage !== "active") return { lines: [], data: {} };
  context.progress.say("Stopping the execution");
  const isStopped = await executionEnded(ports, record.request_id, STOP_MS, context.signal);
  context.progress.end();
  const file = withdrawalReportName(record);
  const withdrawal_report = `.agentforge/Knowledge/Reports/${file}`;
  const isReported = (await ports.folders.readReport(file)) !== null;
  if (isReported)
    return { lines: [`  Done before it stopped: ${withdrawal_report}`], data: { withdrawal_report } };
  const why = isStopped
    ? "  It was not being executed."
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
        ? `Rewrite it in ${shown(ports, fileOf(ports, record))} and set status = "review".`
        : `The daemon rewrites it. To rewrite it now: agentforge plan write ${record.request_id}`;
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
  if (execution === null) throw new AgentForgeError("busy", `another process is executing ${requestId}`);
  const { record } = execution;
  if (execution.status === "withdrawn") {
    const file = `.agentforge/Knowledge/Reports/${execution.report}`;
    const text = `${context.paint("yellow", "▲ Stopped:")} someone else answered in the meantime (${spoken(record.stage)}).\n  Done before it stopped: ${file}`;
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
    `${context.paint("yellow", "▲ Not approved:")} the plan has errors and cannot be executed.`,
    ...lines,
  ];
  return { exitCode: 1, text: text.join("\n"), data: { ...planData(record), problems } };
}

function me(ports: PlanPorts) {
  return { by: ports.person, at: ports.now(), via: "command" } as const;
}

function wordsOf({ record }: StoredPlan): string {
  return record.plan?.text ?? "";
}

function empty(option: string): AgentForgeError {
  return new AgentForgeError("bad_input", `${option} is empty`, { hint: "Give a reason; it is recorded." });
}
