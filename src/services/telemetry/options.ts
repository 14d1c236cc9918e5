/** Where spans are sent, and how to link to a trace there. */
export interface Receiver {
  /** The full URL, such as `https://host/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly link?: (traceId: string) => string;
}

export interface TelemetryOptions {
  readonly receivers: readonly Receiver[];
  readonly service: { readonly name: string; readonly version: string };
  readonly redact: (text: string) => string;
  /** Also send prompts, answers, parameters and results. */
  readonly content?: boolean;
}
