/** Where spans go, and what makes a link to a trace there. */
export interface Receiver {
  /** Whole address, such as `https://host/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly link?: (traceId: string) => string;
}

export interface TelemetryOptions {
  readonly receivers: readonly Receiver[];
  readonly service: { readonly name: string; readonly version: string };
  readonly redact: (text: string) => string;
  /** Prompts, answers, parameters and results go along. */
  readonly content?: boolean;
}
