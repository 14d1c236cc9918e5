import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** As OTLP numbers them: 1 internal, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

export interface TraceReceiver {
  readonly url: string;
  /** By the path they were sent to. */
  readonly spans: Readonly<Record<string, ReceivedSpan[]>>;
  /** Authorization headers, by path. */
  readonly authorizations: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

/** Accepts OTLP over HTTP with JSON, like collectors and Langfuse. `mute`: accepts data and never answers. */
export async function startTraceReceiver(manner: "attentive" | "mute" = "attentive"): Promise<TraceReceiver> {
  const spans: Record<string, ReceivedSpan[]> = {};
  const authorizations: Record<string, string | undefined> = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    authorizations[path] = request.headers.authorization;
    spans[path] = [...(spans[path] ?? []), ...spansIn(JSON.parse(Buffer.concat(chunks).toString("utf8")))];
    if (manner === "attentive") response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    authorizations,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface WireSpan extends Omit<ReceivedSpan, "attributes" | "failed"> {
  readonly status?: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface WireBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

function spansIn(body: WireBody): ReceivedSpan[] {
  const spans = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map(({ traceId, spanId, parentSpanId, name, kind, status, attributes }) => ({
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name,
    kind,
    failed: status?.code === 2,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}
