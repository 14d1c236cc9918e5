export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

export type SpanKind = "internal" | "client";

export interface Span {
  /** What became known while it ran. */
  note(attributes: SpanAttributes): void;
  /** What was said or read: recorded only if the person asked for it. Each value is data, and every text in it is redacted; `values` is not called otherwise.
   */
  content(values: () => Readonly<Record<string, unknown>>): void;
  /** The work ended with a failure. */
  fail(why: string): void;
}

/**
 * What happens, as OpenTelemetry spans. No method may affect the work: a receiver that is down or slow
 * neither fails nor delays anything.
 */
export interface Telemetry {
  /** Does the work inside a span; spans started inside it are its children. */
  span<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
    /** `client`: the work is a request to another service. */
    kind?: SpanKind,
  ): Promise<T>;
  /** The same under our own trace id (a UUID); a child if a span of that trace is already open. */
  trace<T>(
    traceId: string,
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T>;
  /** Where a person can look at the trace; null if nobody keeps it. */
  linkTo(traceId: string): string | null;
  close(): Promise<void>;
}
