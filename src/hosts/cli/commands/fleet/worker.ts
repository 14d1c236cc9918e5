import { newWorkerId, openFleetApp } from "../../../../app/fleet/fleet.ts";
import { describeWorker, openWorkerPorts } from "../../../../app/fleet/fleet-tasks.ts";
import { sendFleetMetrics } from "../../../../app/fleet/fleet-telemetry.ts";
import { fleetMetrics } from "../../../../workflows/fleet/fleet-metrics.ts";
import { WORKER_PREFIX } from "../../../../workflows/fleet/fleet-ports.ts";
import { keepWorking } from "../../../../workflows/fleet/keep-working.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { serveMetrics } from "../../metrics-server.ts";
import { visible } from "../../terminal.ts";
import type { FleetOptions } from "../../with-fleet.ts";

export interface WorkerOptions extends FleetOptions {
  readonly concurrency: number;
  readonly labels?: readonly string[];
  readonly once?: boolean;
  readonly cache?: string;
  readonly cacheSize: number;
  readonly taskTimeout: number;
  readonly prepareTimeout: number;
  readonly grace?: number;
  readonly brain?: string;
  readonly localRemotes?: boolean;
  readonly metricsPort?: number;
}

/** Runs tasks of the fleet until it is stopped; a task it leaves unfinished is retried by another worker. */
export async function runWorker(context: CommandContext, options: WorkerOptions): Promise<CommandResult> {
  const { environment, redactor, signal } = context;
  const workerId = newWorkerId();
  const say = (line: string) => context.progress.keep(`${new Date().toISOString()} ${visible(line)}`);
  const onError = (error: Error) => say(`▲ ${error.message}`);
  await using app = await openFleetApp({
    ...{ environment, redactor, onError, database: options.database ?? null, worker: workerId },
  });
  const ports = await openWorkerPorts(app, {
    ...{ workerId, brain: options.brain ?? null, cache: options.cache ?? null, say },
    ...{ cacheBytes: options.cacheSize * 1e6, localRemotes: options.localRemotes ?? false },
    prepareSeconds: options.prepareTimeout,
    app: { environment, unsafe: context.unsafe },
  });
  const {
    concurrency,
    labels = [],
    once = false,
    taskTimeout: taskSeconds,
    grace: graceSeconds = 0,
  } = options;
  const name = await app.queue.claim(WORKER_PREFIX + workerId, { attemptLimit: null });
  await app.fleet.enlist(describeWorker(app, { worker_id: workerId, labels: [...labels], concurrency }));
  await using _metrics = await serveMetrics(app, options.metricsPort ?? null);
  await using _sent = sendFleetMetrics(environment, () => fleetMetrics(app));
  say(`${workerId} is waiting for tasks`);
  await keepWorking(ports, { workerId, labels, concurrency, taskSeconds, graceSeconds, once }, signal);
  await app.fleet.dismiss(workerId);
  await name?.succeed();
  return { exitCode: 0, text: "Stopped.", data: { worker_id: workerId }, endsWhenTold: true };
}
