import { messageWithHint } from "../../domain/errors.ts";
import type { Delivered } from "../../domain/ports/fleet.ts";
import { enqueueDue, sendQueued } from "./enqueue.ts";
import type { WorkerPorts } from "./fleet-ports.ts";
import { type PerformOptions, perform } from "./perform.ts";

export interface KeepWorkingOptions {
  readonly workerId: string;
  readonly labels: readonly string[];
  readonly concurrency: number;
  readonly taskSeconds: number;
  /** How long running tasks may take to finish after the worker is told to stop. */
  readonly graceSeconds: number;
  /** Exit when nothing is due. */
  readonly once: boolean;
}

interface Underway {
  readonly delivered: Delivered;
  readonly drop: AbortController;
  readonly done: Promise<void>;
}

const LOOK_MS = 400;
const TEND_MS = 3000;
const AFTER_TROUBLE_MS = 1000;

/** Takes tasks and carries them out, several at a time, until it is stopped or the fleet is drained. */
export async function keepWorking(
  ports: WorkerPorts,
  options: KeepWorkingOptions,
  signal: AbortSignal,
): Promise<void> {
  const underway = new Map<string, Underway>();
  const finished = new AbortController();
  const tending = tend(ports, underway, finished.signal);
  const stops = {
    stopping: signal,
    stopped: afterGrace(ports, options.graceSeconds, signal, finished.signal),
  };
  let tidiedAt = Number.NEGATIVE_INFINITY;
  try {
    while (!signal.aborted) {
      try {
        const mode = await ports.fleet.mode();
        if (mode === "draining" && underway.size === 0) return;
        if (ports.elapsed() - tidiedAt > TEND_MS) {
          if (await isOutdated(ports)) return;
          if (mode === "running") await tidyUp(ports);
          tidiedAt = ports.elapsed();
        }
        const mayTake = mode === "running" && underway.size < options.concurrency;
        const delivered = mayTake ? await ports.delivery.take(options.labels) : null;
        if (delivered !== null) {
          start(ports, delivered, underway, options, stops);
          continue;
        }
        if (options.once && underway.size === 0) return;
        await pauseUntilOneEnds(ports, underway, signal);
      } catch (error) {
        ports.say(`▲ ${messageWithHint(error)}; trying again`);
        await ports.pause(AFTER_TROUBLE_MS, signal);
      }
    }
  } finally {
    await Promise.all([...underway.values()].map(({ done }) => done));
    finished.abort();
    await tending;
  }
}

/** A worker that has finished a task looks for the next one immediately. */
async function pauseUntilOneEnds(
  { pause }: Pick<WorkerPorts, "pause">,
  underway: ReadonlyMap<string, Underway>,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const waiting = pause(LOOK_MS, AbortSignal.any([signal, ended.signal]));
  await Promise.race([waiting, ...[...underway.values()].map(({ done }) => done)]);
  ended.abort();
  await waiting;
}

function start(
  ports: WorkerPorts,
  delivered: Delivered,
  underway: Map<string, Underway>,
  { workerId, taskSeconds }: KeepWorkingOptions,
  stops: Pick<PerformOptions, "stopping" | "stopped">,
): void {
  const drop = new AbortController();
  const options = { workerId, taskSeconds, ...stops, dropped: drop.signal };
  const key = `${delivered.taskId} ${ports.elapsed()}`;
  const done = perform(ports, delivered, options)
    .catch((error: unknown) => ports.say(`▲ ${delivered.taskId}: ${messageWithHint(error)}`))
    .finally(() => underway.delete(key));
  underway.set(key, { delivered, drop, done });
}

/** Aborts when the grace period after the signal is over. */
function afterGrace(
  { pause, say }: Pick<WorkerPorts, "pause" | "say">,
  graceSeconds: number,
  signal: AbortSignal,
  finished: AbortSignal,
): AbortSignal {
  if (graceSeconds === 0) return signal;
  const over = new AbortController();
  const wait = async () => {
    say(`stopping: taking no new tasks; running ones go back to the queue after ${graceSeconds} s`);
    await pause(graceSeconds * 1000, finished);
    over.abort(signal.reason);
  };
  signal.addEventListener("abort", () => void wait(), { once: true });
  return over.signal;
}

/** Sends heartbeats for running tasks, and stops those that ended elsewhere. */
async function tend(
  { fleet, pause }: Pick<WorkerPorts, "fleet" | "pause">,
  underway: ReadonlyMap<string, Underway>,
  finished: AbortSignal,
): Promise<void> {
  while (!finished.aborted) {
    await pause(TEND_MS, finished);
    const all = [...underway.values()];
    // An unreachable server says nothing about the tasks: the claims expire automatically.
    const ids = all.map(({ delivered }) => delivered.taskId);
    const over = await fleet.endedAmong(ids).catch((): readonly string[] => []);
    for (const { delivered, drop } of all) {
      const isOurs = await delivered.keepAlive().catch(() => true);
      if (!isOurs || over.includes(delivered.taskId)) drop.abort();
    }
  }
}

/** Whether a newer worker has changed the record, so that this one must not start another task. */
async function isOutdated({ fleet, say }: Pick<WorkerPorts, "fleet" | "say">): Promise<boolean> {
  const why = await fleet.outdated();
  if (why === null) return false;
  say(`▲ ${why}: this worker finishes its running tasks and stops; update it`);
  return true;
}

async function tidyUp(ports: WorkerPorts): Promise<void> {
  await sendQueued(ports);
  await enqueueDue(ports);
  for (;;) {
    const dead = await ports.delivery.takeDead();
    if (dead === null) return;
    const task = await ports.fleet.task(dead.taskId);
    const last = task?.why ?? "every worker that ran it died";
    if (task) await ports.fleet.setAside(dead.taskId, `every attempt failed; the last one: ${last}`);
    await dead.done();
  }
}
