import { createServer } from "node:http";
import type { FleetApp } from "../../app/fleet/fleet.ts";
import { prometheusText } from "../../domain/rules/records/prometheus.ts";
import { fleetMetrics } from "../../workflows/fleet/fleet-metrics.ts";

/** Serves the fleet's metrics for Prometheus at `/metrics`; does nothing without a port. */
export async function serveMetrics(app: FleetApp, port: number | null): Promise<AsyncDisposable> {
  if (port === null) return { async [Symbol.asyncDispose]() {} };
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = prometheusText(await fleetMetrics(app));
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    } catch {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
