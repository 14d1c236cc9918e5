export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

export type SpanKind = "internal" | "client";

export interface Span {
  /** What became known while it ran. */
  note(attributes: SpanAttributes): void;
  /**
   * What was said or read: kept only when the person asked for it. Each value is data, and every text in it is
   * redacted; `values` is not called otherwise.
   */
  content(values: () => Readonly<Record<string, unknown>>): void;
  /** The work ended, but not well. */
  fail(why: string): void;
}

/**
 * What happens, as OpenTelemetry spans. Every method must leave the work as it would be without it: a receiver that
 * is down or slow neither fails nor delays anything.
 */
export interface Telemetry {
  /** Does the work inside a span; what begins inside it is its child. */
  span<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
    /** `client`: the work is a request to somebody else. */
    kind?: SpanKind,
  ): Promise<T>;
  /** The same under a trace id of ours (a UUID); a child where a span of that trace is open already. */
  trace<T>(
    traceId: string,
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T>;
  /** Where a person can look at the trace; null where nobody keeps it. */
  linkTo(traceId: string): string | null;
  close(): Promise<void>;
}
