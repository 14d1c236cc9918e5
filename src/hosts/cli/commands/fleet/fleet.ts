import type { FleetTask } from "../../../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { describeFleet, type FleetStatus } from "../../../../workflows/fleet/describe-fleet.ts";
import { sendQueued } from "../../../../workflows/fleet/enqueue.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { type Paint, visible } from "../../terminal.ts";
import { type FleetOptions, withFleet } from "../../with-fleet.ts";

export async function showFleet(context: CommandContext, options: FleetOptions): Promise<CommandResult> {
  return withFleet(context, options, async (app) => {
    const status = await describeFleet(app);
    return { exitCode: 0, text: renderStatus(status, context.paint), data: status };
  });
}

export async function showTask(
  context: CommandContext,
  taskId: string,
  options: FleetOptions,
): Promise<CommandResult> {
  return withFleet(context, options, async (app) => {
    const task = await app.fleet.task(taskId);
    if (task === null) throw noTask(taskId);
    const pushed = task.outcome?.pushed ?? [];
    const text = [
      lineOf(task, context.paint),
      ...pushed.map(
        ({ commit, branch, pull_request }) =>
          `  ${commit.slice(0, 12)} ${visible(pull_request ?? branch ?? "")}`,
      ),
      ...(task.outcome ? [`  ${visible(task.outcome.text)}`] : []),
      ...(task.outcome?.plan
        ? [
            visible(task.outcome.plan.text),
            `→ agentforge fleet enqueue ${task.repository_id} --plan ${task.outcome.plan.request_id}`,
          ]
        : []),
    ].join("\n");
    return { exitCode: 0, text, data: task };
  });
}

export async function setFleetMode(
  context: CommandContext,
  mode: "running" | "paused" | "draining",
  options: FleetOptions,
): Promise<CommandResult> {
  const words = {
    running: "Workers take tasks again.",
    paused: "No task starts until you run `agentforge fleet resume`.",
    draining:
      "Workers finish their running tasks and exit. Before you start new workers, run `agentforge fleet resume`.",
  };
  return withFleet(context, options, async ({ fleet }) => {
    await fleet.setMode(mode, context.environment.person);
    return { exitCode: 0, text: words[mode], data: { mode } };
  });
}

export async function cancelTask(
  context: CommandContext,
  taskId: string,
  options: FleetOptions,
): Promise<CommandResult> {
  return withFleet(context, options, async ({ fleet }) => {
    const task = await fleet.cancel(taskId, context.environment.person);
    return { exitCode: 0, text: `Canceled ${task.task_id}.`, data: task };
  });
}

export async function retryTask(
  context: CommandContext,
  taskId: string | undefined,
  options: FleetOptions & { readonly setAside?: boolean },
): Promise<CommandResult> {
  return withFleet(context, options, async (app) => {
    const by = context.environment.person;
    const ids = options.setAside
      ? (await app.fleet.tasks({ status: "set_aside" })).map((task) => task.task_id)
      : [];
    if (taskId !== undefined) ids.push(taskId);
    if (ids.length === 0 && !options.setAside) throw sayWhichTask();
    const tasks: FleetTask[] = [];
    for (const id of ids) tasks.push(await app.fleet.retry(id, by));
    await sendQueued(app);
    return { exitCode: 0, text: `Queued ${counted(tasks.length, "task")} again.`, data: { tasks } };
  });
}

function renderStatus(status: FleetStatus, paint: Paint): string {
  const { tasks, workers } = status;
  const alive = workers.filter((worker) => worker.is_alive);
  return [
    `Fleet is ${status.mode}: ${counted(alive.length, "worker")}, ${tasks.queued} queued, ${tasks.running} running, ${tasks.done} done, ${tasks.set_aside} set aside, ${tasks.cancelled} canceled.`,
    ...(tasks.queued > 0 ? [`The oldest task has waited ${status.oldest_queued_seconds} s.`] : []),
    ...workers.map(
      ({ worker_id, host, pid, concurrency, labels, is_alive }) =>
        `  ${worker_id}  ${visible(host)} (${pid})  ${concurrency} at a time${labels.length > 0 ? `  [${labels.join(", ")}]` : ""}${is_alive ? "" : paint("yellow", "  not responding")}`,
    ),
    ...[...status.running, ...status.set_aside, ...status.waiting.filter(isQueued)].map((task) =>
      lineOf(task, paint),
    ),
    ...(status.pending_reviews > 0
      ? [
          `${counted(status.pending_reviews, "change")} waiting for an answer: ${paint("cyan", "agentforge fleet inbox")}`,
        ]
      : []),
  ].join("\n");
}

const isQueued = ({ status }: FleetTask) => status === "queued";

function lineOf(
  { task_id, status, repository_id, request, why, waits_for }: FleetTask,
  paint: Paint,
): string {
  const said = waits_for === null ? why : `waits for ${waits_for}`;
  const reason = said === null ? "" : `: ${visible(said)}`;
  const kind = request.kind === "unknown" ? visible(request.name) : request.kind;
  return `${paint("cyan", task_id)}  ${repository_id}  ${kind}  ${status.replace("_", " ")}${reason}`;
}

function noTask(taskId: string): AgentForgeError {
  return new AgentForgeError("not_found", `there is no task ${taskId}`, {
    hint: "Run `agentforge fleet status` to see running tasks and tasks set aside.",
  });
}

function sayWhichTask(): AgentForgeError {
  return new AgentForgeError("bad_input", "no task was given", {
    hint: "Give its id (T-…), or --set-aside for all tasks that were set aside.",
  });
}
