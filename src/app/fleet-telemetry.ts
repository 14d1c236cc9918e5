import { version } from "../app.ts";
import type { Metric } from "../domain/entities/metric.ts";
import type { Environment } from "../services/config/index.ts";
import { sendMetrics } from "../services/telemetry/index.ts";

/** Sends the figures of the fleet to whoever listens; nothing where nobody does. */
export function sendFleetMetrics(
  { telemetry: { metrics } }: Environment,
  read: () => Promise<readonly Metric[]>,
): AsyncDisposable {
  if (metrics === null) return { async [Symbol.asyncDispose]() {} };
  const { everyMs, ...receiver } = metrics;
  return sendMetrics({ receiver, everyMs, read, service: { name: "agentforge", version } });
}
