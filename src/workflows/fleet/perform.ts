import type { FleetRepository, FleetTask } from "../../domain/entities/fleet.ts";
import { AgentForgeError, type ErrorCode, isTransient, messageWithHint } from "../../domain/errors.ts";
import type { Delivered } from "../../domain/ports/fleet.ts";
import type { Claim } from "../../domain/ports/queue.ts";
import { carryOutTask, type KnownTask } from "./carry-out-task.ts";
import { type OpenTask, repositoryKey, type WorkerPorts } from "./fleet-ports.ts";

export interface PerformOptions {
  readonly workerId: string;
  /** A task that takes longer is set aside. */
  readonly taskSeconds: number;
  /** Aborted when the worker is told to stop: nothing new is started. */
  readonly stopping: AbortSignal;
  /** Aborted when it stops: unfinished tasks go back to the queue. */
  readonly stopped: AbortSignal;
  /** Aborted when the task ends elsewhere: canceled, or delivered to another worker. */
  readonly dropped: AbortSignal;
}

type PerformPorts = Pick<WorkerPorts, "fleet" | "queue" | "openTask" | "pause" | "timeout" | "say">;

const LOOK_MS = 500;
const STOPPED = "the worker was stopped";
/** Another machine may also get past the failure of a network or a server. */
const TRANSIENT_ELSEWHERE: readonly ErrorCode[] = ["remote_failed", "git_failed"];

/** Handles one delivery from start to end. Only the holder of the claim records the outcome. */
export async function perform(
  ports: PerformPorts,
  delivered: Delivered,
  options: PerformOptions,
): Promise<void> {
  const { fleet, say } = ports;
  const found = await fleet.task(delivered.taskId);
  const repository =
    found && (await fleet.repositories()).find((each) => each.repository_id === found.repository_id);
  if (!found || !repository) {
    if (found) await fleet.setAside(found.task_id, "its repository is no longer in the fleet");
    return delivered.done();
  }
  const claim = await claimRepository(ports, repository, options);
  if (claim === null) return delivered.again(STOPPED);
  try {
    const { request } = found;
    if (request.kind === "unknown") {
      await leave(ports, found, request.name, claim);
      return await delivered.done();
    }
    const task = await fleet.begin(found.task_id, options.workerId, claim);
    if (task === null) return await delivered.done();
    say(`${task.task_id} ${request.kind} ${repository.url}`);
    await performStarted(ports, { task: { ...task, request }, repository, claim, delivered }, options);
  } finally {
    await claim.succeed();
  }
}

/** A newer version enqueued it, so a newer worker exists or will exist after an upgrade. */
async function leave({ fleet, say }: PerformPorts, task: FleetTask, name: string, claim: Claim) {
  const waitsFor = `a newer worker: this one does not support tasks of the kind "${name}"`;
  if (await fleet.leave(task, waitsFor, claim)) say(`${task.task_id} waits for ${waitsFor}`);
}

interface StartedTask {
  readonly task: KnownTask;
  readonly repository: FleetRepository;
  readonly claim: Claim;
  readonly delivered: Delivered;
}

async function performStarted(
  ports: PerformPorts,
  started: StartedTask,
  options: PerformOptions,
): Promise<void> {
  const { task, repository, claim, delivered } = started;
  const { fleet, say } = ports;
  const late = ports.timeout(options.taskSeconds * 1000);
  const signal = AbortSignal.any([options.stopped, options.dropped, claim.lost, late]);
  try {
    await using open = await ports.openTask(task, repository, claim, signal);
    if (!(await isPaidFor(ports, started, open))) return await delivered.done();
    const end = await carryOutTask(task, open, signal).finally(() => recordSpending(ports, task, open));
    await fleet.finish(task, end, claim);
    await delivered.done();
    say(`${task.task_id} ${end.outcome.kind}: ${end.outcome.text}`);
  } catch (error) {
    const aside = (why: string) => fleet.setAside(task.task_id, why, claim);
    if (claim.lost.aborted || options.dropped.aborted) {
      say(`${task.task_id} dropped: it was canceled, or another worker has it`);
      // A delivery that another worker now has is left unchanged.
      return delivered.done();
    }
    if (late.aborted) await aside(`it took longer than ${options.taskSeconds} s`);
    else if (options.stopped.aborted) return returnToQueue(ports, started);
    else if (isWorthAnotherTry(error)) return again(ports, started, messageWithHint(error));
    else await aside(messageWithHint(error));
    await delivered.done();
    say(`${task.task_id} set aside: ${late.aborted ? "it took too long" : messageWithHint(error)}`);
  }
}

/** Reserves money before a model is used. Without it the task waits; tasks without a model continue. */
async function isPaidFor(
  { fleet, say }: PerformPorts,
  { task, claim }: StartedTask,
  { money }: OpenTask,
): Promise<boolean> {
  if (money === null || (await fleet.reserveMoney(task.task_id, money.most))) return true;
  const { money_per_day: limit } = await fleet.limits();
  if (limit !== null && money.most > limit)
    throw new AgentForgeError(
      "bad_config",
      `one run may cost $${money.most}, more than the $${limit} that the fleet may spend per day`,
      {
        hint: "Lower model.max_cost_usd, or raise the limit: agentforge fleet limit --money-per-day <amount>",
      },
    );
  await fleet.postpone(task, `money for models: $${limit} a day`, claim);
  say(`${task.task_id} waits: the fleet has spent today's budget for models`);
  return false;
}

/** An unknown price counts as the whole reservation. */
async function recordSpending(
  { fleet }: PerformPorts,
  { task_id }: FleetTask,
  { money }: OpenTask,
): Promise<void> {
  if (money !== null) await fleet.recordMoneySpent(task_id, await money.spent()).catch(() => undefined);
}

async function again({ fleet, say }: PerformPorts, { task, claim, delivered }: StartedTask, why: string) {
  await fleet.noteFailure(task, why, claim);
  await delivered.again(why);
  say(`${task.task_id} will be tried again: ${why}`);
}

/** Other workers continue it. How often workers are stopped says nothing about the task. */
async function returnToQueue(
  { fleet, say }: PerformPorts,
  { task, claim, delivered }: StartedTask,
): Promise<void> {
  await fleet.returnToQueue(task, STOPPED, claim);
  await delivered.done();
  say(`${task.task_id} goes back to the queue: ${STOPPED}`);
}

/** A bug in AgentForge may occur only on this machine, so another worker may try; the deliveries are limited. */
function isWorthAnotherTry(error: unknown): boolean {
  return (
    !(error instanceof AgentForgeError) || isTransient(error) || TRANSIENT_ELSEWHERE.includes(error.code)
  );
}

/** A dead worker holds the claim until it expires, or another worker was faster. */
async function claimRepository(
  { queue, pause }: PerformPorts,
  { repository_id }: FleetRepository,
  { stopping, dropped }: PerformOptions,
): Promise<Claim | null> {
  const over = AbortSignal.any([stopping, dropped]);
  while (!over.aborted) {
    const claim = await queue.claim(repositoryKey(repository_id), { attemptLimit: null });
    if (claim !== null) return claim;
    await pause(LOOK_MS, over);
  }
  return null;
}
