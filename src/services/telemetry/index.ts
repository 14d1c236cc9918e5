import type { Span, Telemetry } from "../../domain/ports/telemetry.ts";
import type { TelemetryOptions } from "./options.ts";

export { sendMetrics } from "./metrics.ts";
export type { Receiver, TelemetryOptions } from "./options.ts";

const IGNORED: Span = { note: () => undefined, content: () => undefined, fail: () => undefined };

/** Does nothing and loads no library. */
export const NO_TELEMETRY: Telemetry = {
  span: (_name, _attributes, work) => work(IGNORED),
  trace: (_traceId, _name, _attributes, work) => work(IGNORED),
  linkTo: () => null,
  close: async () => undefined,
};

/** OpenTelemetry itself takes half a second to load, so it is loaded lazily, only if there is a receiver. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  if (options.receivers.length === 0) return NO_TELEMETRY;
  const { createOtlp } = await import("./otlp.ts");
  return createOtlp(options);
}
