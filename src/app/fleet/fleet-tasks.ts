import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gitProgram, isOwnerGone, openApp, version } from "../../app.ts";
import type { FleetRepository, FleetTask, FleetWorker, PushedChange } from "../../domain/entities/fleet.ts";
import type { Mirrors } from "../../domain/ports/mirrors.ts";
import type { Claim } from "../../domain/ports/queue.ts";
import { openMirrors, type Protocol } from "../../services/workspace/index.ts";
import type { OpenTask, WorkerPorts } from "../../workflows/fleet/fleet-ports.ts";
import { equipBrain } from "../brains/brains.ts";
import { openPlanPorts } from "../plans.ts";
import { FLEET_LEASE_MS, type FleetApp } from "./fleet.ts";
import { type PrepareOptions, prepareCopy } from "./fleet-prepare.ts";
import { moneyOf, taskPorts } from "./fleet-task-ports.ts";

export interface TaskAppOptions extends PrepareOptions {
  readonly workerId: string;
  readonly brain: string | null;
  /** The folder for clones; default: below the user's cache folder. */
  readonly cache: string | null;
  readonly cacheBytes: number;
  /** Also allow repositories on this machine's own disk. */
  readonly localRemotes: boolean;
}

/** The ports a worker needs to carry out tasks on this machine. */
export async function openWorkerPorts(fleet: FleetApp, options: TaskAppOptions): Promise<WorkerPorts> {
  const { environment } = options.app;
  const protocols: Protocol[] = ["https", "ssh", ...(options.localRemotes ? (["file"] as const) : [])];
  const mirrors = await openMirrors({
    folder: options.cache ?? join(environment.home, ".cache", "agentforge", "worker"),
    limitBytes: options.cacheBytes,
    git: gitProgram(environment),
    token: environment.hosting?.token,
    protocols,
    randomId: () => randomBytes(6).toString("hex"),
  });
  return {
    fleet: fleet.fleet,
    delivery: fleet.delivery,
    queue: fleet.queue,
    openTask: (task, repository, claim, signal) =>
      openTask({ fleet, options, mirrors, protocols }, { task, repository, claim, signal }),
    pause: (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined),
    elapsed: () => performance.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    say: options.say,
  };
}

export function describeWorker(
  fleet: FleetApp,
  worker: Pick<FleetWorker, "worker_id" | "labels" | "concurrency">,
): FleetWorker {
  return { ...worker, host: hostname(), pid: process.pid, version, started_at: fleet.now() };
}

interface WorkerApp {
  readonly fleet: FleetApp;
  readonly options: TaskAppOptions;
  readonly mirrors: Mirrors;
  readonly protocols: readonly Protocol[];
}

interface TaskToOpen {
  readonly task: FleetTask;
  readonly repository: FleetRepository;
  readonly claim: Claim;
  readonly signal: AbortSignal;
}

async function openTask(
  { fleet, options, mirrors, protocols }: WorkerApp,
  { task, repository, claim, signal }: TaskToOpen,
): Promise<OpenTask> {
  await using opening = new AsyncDisposableStack();
  const copy = opening.use(await mirrors.checkOut(repository.url, task.ref, signal));
  const prepared = await prepareCopy({ options, mirrors }, copy.path, { task, repository, signal });
  opening.use(prepared);
  const opened = await openApp({
    ...options.app,
    cwd: copy.path,
    ...(prepared.cacheHome && { cacheHome: prepared.cacheHome }),
    environment: { ...options.app.environment, database: fleet.databaseUrl },
    holder: { owner: fleet.owner, leaseMs: FLEET_LEASE_MS, isGone: (owner) => isReplaced(owner, options) },
    protocols,
    // A plan of the fleet belongs to every clone of its repository.
    workingCopy: "fleet",
  });
  opening.defer(() => opened.close());
  const app = equipBrain(opened, options.brain);
  const pushed: PushedChange[] = [];
  const ports = taskPorts(app, { task, repository, fleet, claim, pushed, signal });
  const { model } = app.ports;
  const open = opening.move();
  return {
    ports,
    pushed,
    planPorts: () => openPlanPorts({ ...app, ports }, options.brain),
    money: model === undefined ? null : moneyOf(app, task),
    brain: app.ports.model ?? app.ports.brain ?? "search",
    isOfFleet: (owner) => workerIn(owner) !== null,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** We hold the claim on the repository, so every other worker has lost it, wherever it runs. */
async function isReplaced(owner: string, { workerId }: TaskAppOptions): Promise<boolean> {
  const worker = workerIn(owner);
  return worker === null ? isOwnerGone(owner, "shared") : worker !== workerId;
}

function workerIn(owner: string): string | null {
  const { worker } = JSON.parse(owner) as { readonly worker?: unknown };
  return typeof worker === "string" ? worker : null;
}
