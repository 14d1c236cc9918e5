import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Attributes,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { messageOf } from "../../domain/errors.ts";
import type { Span, SpanAttributes, SpanKind, Telemetry } from "../../domain/ports/telemetry.ts";
import { contentText } from "./content.ts";
import type { Receiver, TelemetryOptions } from "./options.ts";

/** How long a command may wait before it exits for the last spans to be sent. */
const LAST_WAIT_MS = 1000;
const EXPORT_TIMEOUT_MS = 1500;
const EXPORT_EVERY_MS = 1000;
const LONGEST_VALUE = 500;
/** `ExportResultCode.SUCCESS`, without the extra package that defines it. */
const SUCCESS = 0;

export function createOtlp(options: TelemetryOptions): Telemetry {
  const ids = createIds();
  const exporters = options.receivers.map(openExporter);
  const { name, version } = options.service;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": name, "service.version": version }),
    idGenerator: ids.generator,
    spanProcessors: exporters.map(({ processor }) => processor),
  });
  const tracer = provider.getTracer(name, version);
  const open = new AsyncLocalStorage<OtelSpan>();
  const run = createRunner(open, options);

  return {
    span: (title, attributes, work, kind) => {
      const parent = open.getStore();
      return run(start(tracer, title, parent, kind), attributes, work);
    },
    trace: (traceId, title, attributes, work) => {
      const hex = traceId.replaceAll("-", "");
      const parent = open.getStore();
      const isChild = parent?.spanContext().traceId === hex;
      const span = isChild
        ? start(tracer, title, parent)
        : ids.within(hex, () => start(tracer, title, undefined));
      return run(span, attributes, work);
    },
    linkTo(traceId) {
      const link = options.receivers.find((receiver) => receiver.link)?.link;
      return link?.(traceId.replaceAll("-", "")) ?? null;
    },
    async close() {
      const listening = exporters
        .filter((exporter) => !exporter.isUnreachable())
        .map(({ processor }) => processor.forceFlush());
      await Promise.race([Promise.allSettled(listening), pause(LAST_WAIT_MS, undefined, { ref: false })]);
      for (const exporter of exporters) exporter.close();
    },
  };
}

function start(
  tracer: Tracer,
  title: string,
  parent: OtelSpan | undefined,
  kind: SpanKind = "internal",
): OtelSpan {
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
  const otelKind = kind === "client" ? OtelSpanKind.CLIENT : OtelSpanKind.INTERNAL;
  return tracer.startSpan(title, { root: parent === undefined, kind: otelKind }, context);
}

function createRunner(open: AsyncLocalStorage<OtelSpan>, { redact, content: keeps }: TelemetryOptions) {
  return async <T>(
    span: OtelSpan,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T> => {
    const fail = (why: string) => {
      span.setStatus({ code: SpanStatusCode.ERROR, message: redact(why).slice(0, LONGEST_VALUE) });
    };
    const note = (more: SpanAttributes) => void span.setAttributes(cleaned(more, redact));
    const content = (values: () => Readonly<Record<string, unknown>>) => {
      if (!keeps) return;
      for (const [name, value] of Object.entries(values()))
        span.setAttribute(name, contentText(value, redact));
    };
    note(attributes);
    try {
      return await open.run(span, () => work({ note, content, fail }));
    } catch (error) {
      fail(messageOf(error));
      throw error;
    } finally {
      span.end();
    }
  };
}

/** Short and without secrets: spans leave the machine. */
function cleaned(attributes: SpanAttributes, redact: (text: string) => string): Attributes {
  const clean = (text: string) => redact(text).slice(0, LONGEST_VALUE);
  const safe = (value: SpanAttributes[string]) => {
    if (typeof value === "string") return clean(value);
    return Array.isArray(value) ? value.slice(0, 20).map(clean) : value;
  };
  const known = Object.entries(attributes).filter(([, value]) => value !== null);
  return Object.fromEntries(known.map(([name, value]) => [name, safe(value)])) as Attributes;
}

/** The trace of a task has the task's own id, so that journal, commit and trace all use the same id. */
function createIds() {
  const random = new RandomIdGenerator();
  let wanted: string | null = null;
  return {
    generator: {
      generateTraceId: () => wanted ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    within<T>(traceId: string, work: () => T): T {
      wanted = /^(?!0{32})[0-9a-f]{32}$/.test(traceId) ? traceId : null;
      try {
        return work();
      } finally {
        wanted = null;
      }
    },
  };
}

/**
 * One receiver. After a failed delivery the command does not wait for it at the end, and after shutdown nothing
 * more is sent.
 */
function openExporter({ url, headers }: Receiver) {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  let unreachable = false;
  let isClosed = false;
  const processor = new BatchSpanProcessor({
    exporter: {
      export(spans, done) {
        if (isClosed) return done({ code: SUCCESS });
        exporter.export(spans, ({ code }) => {
          unreachable = code !== SUCCESS;
          done({ code: SUCCESS });
        });
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: () => exporter.forceFlush(),
    },
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return {
    processor,
    isUnreachable: () => unreachable,
    close() {
      isClosed = true;
      void processor.shutdown().catch(() => undefined);
    },
  };
}
