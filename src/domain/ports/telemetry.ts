export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

export type SpanKind = "internal" | "client";

export interface Span {
  /** Attributes that became known during the work. */
  note(attributes: SpanAttributes): void;
  /**
   * Message and file contents: recorded only if the user opted in, otherwise `values` is not called. Every text
   * in each value is redacted.
   */
  content(values: () => Readonly<Record<string, unknown>>): void;
  /** Marks the work as failed. */
  fail(why: string): void;
}

/**
 * Records the work as OpenTelemetry spans. No method may affect the work: a receiver that is down or slow
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
  /** Where a person can view the trace; null if it is not stored anywhere. */
  linkTo(traceId: string): string | null;
  close(): Promise<void>;
}
