import type { Metric, MetricSample } from "../../domain/entities/metric.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { Queue } from "../../domain/ports/queue.ts";
import { describeFleet } from "./describe-fleet.ts";

export interface FleetMetricsPorts {
  readonly fleet: Fleet;
  readonly queue: Queue;
  readonly now: () => string;
}

/** Metrics for Prometheus and OpenTelemetry. Every worker reports the metrics of the whole fleet. */
export async function fleetMetrics(ports: FleetMetricsPorts): Promise<readonly Metric[]> {
  const { tasks, oldest_queued_seconds, pending_reviews, workers, outcomes } = await describeFleet(ports);
  const alive = workers.filter((worker) => worker.is_alive);
  const slots = alive.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const metric = (name: string, help: string, samples: readonly MetricSample[]) => ({
    ...{ name: `agentforge.fleet.${name}`, help, samples },
  });
  return [
    metric("tasks", "Tasks by status.", labeled("status", tasks)),
    metric("outcomes", "Finished tasks by outcome.", labeled("outcome", outcomes)),
    metric("queue_depth", "Tasks waiting for a worker.", only(tasks.queued)),
    metric("oldest_queued_seconds", "Age of the oldest waiting task.", only(oldest_queued_seconds)),
    metric("workers", "Workers that are alive.", only(alive.length)),
    metric("slots", "Tasks that these workers can run at the same time.", only(slots)),
    metric("pending_reviews", "Changes waiting for a person.", only(pending_reviews)),
  ];
}

function only(value: number): MetricSample[] {
  return [{ labels: {}, value }];
}

function labeled(label: string, values: Readonly<Record<string, number>>): MetricSample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
