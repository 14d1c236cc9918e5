import type { Metric } from "../../domain/entities/metric.ts";
import type { Receiver, TelemetryOptions } from "./options.ts";

interface MetricsOptions extends Pick<TelemetryOptions, "service"> {
  readonly receiver: Pick<Receiver, "url" | "headers">;
  readonly everyMs: number;
  readonly read: () => Promise<readonly Metric[]>;
}

const TIMEOUT_MS = 1500;

/**
 * Sends metrics as OTLP over HTTP (JSON), now, at intervals and at the end. A receiver that is down causes no
 * delay and no failure: the next metrics include everything that was missed.
 */
export function sendMetrics({ receiver, service, everyMs, read }: MetricsOptions): AsyncDisposable {
  const send = async () => {
    const body = JSON.stringify(toOtlp(await read(), service, Date.now()));
    const headers = { ...receiver.headers, "content-type": "application/json" };
    const response = await fetch(receiver.url, {
      ...{ method: "POST", headers, body, redirect: "error" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
  };
  let latest = send().catch(() => undefined);
  const timer = setInterval(() => {
    latest = latest.then(send).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await latest.then(send).catch(() => undefined);
    },
  };
}

/** OTLP's `ExportMetricsServiceRequest`, as JSON. */
function toOtlp(metrics: readonly Metric[], { name, version }: MetricsOptions["service"], now: number) {
  const attributes = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const timeUnixNano = `${now}000000`;
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributes({ "service.name": name, "service.version": version }) },
        scopeMetrics: [
          {
            scope: { name, version },
            metrics: metrics.map((metric) => ({
              name: metric.name,
              description: metric.help,
              gauge: {
                dataPoints: metric.samples.map(({ labels, value }) => ({
                  ...{ attributes: attributes(labels), timeUnixNano, asDouble: value },
                })),
              },
            })),
          },
        ],
      },
    ],
  };
}
