import { version } from "../../app.ts";
import type { Metric } from "../../domain/entities/metric.ts";
import type { Environment } from "../../services/config/index.ts";
import { sendMetrics } from "../../services/telemetry/index.ts";

/** Exports the fleet's metrics; does nothing if no receiver is configured. */
export function sendFleetMetrics(
  { telemetry: { metrics } }: Environment,
  read: () => Promise<readonly Metric[]>,
): AsyncDisposable {
  if (metrics === null) return { async [Symbol.asyncDispose]() {} };
  const { everyMs, ...receiver } = metrics;
  return sendMetrics({ receiver, everyMs, read, service: { name: "agentforge", version } });
}
