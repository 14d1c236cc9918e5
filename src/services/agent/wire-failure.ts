/** What a failed request means for what to do next. */
export type WireFailure =
  | { readonly kind: "again"; readonly why: string; readonly afterMs: number | null }
  | { readonly kind: "overflow"; readonly why: string }
  | { readonly kind: "final"; readonly why: string; readonly hint: string | null };

const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);
const TOO_LONG =
  /prompt is too long|context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|exceeds? the (?:available |model's )?context|request_too_large/i;

/** Sorts an error of the AI SDK, of `fetch`, or of a stream that broke. */
export function readFailure(error: unknown, now: number): WireFailure {
  const { statusCode, responseBody, responseHeaders, message } = describe(error);
  const said = messageIn(responseBody) ?? message;
  const why = statusCode === null ? said : `${statusCode} ${said}`.trim();
  if (TOO_LONG.test(`${said} ${responseBody}`) || statusCode === 413) return { kind: "overflow", why };
  if (statusCode === null || PASSING.has(statusCode)) {
    return { kind: "again", why, afterMs: retryAfter(responseHeaders, now) };
  }
  return { kind: "final", why, hint: hintFor(statusCode) };
}

interface Described {
  readonly statusCode: number | null;
  readonly responseBody: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly message: string;
}

/** A line that broke after a good beginning carries the good status: it says nothing about the failure. */
function describe(error: unknown): Described {
  const from = (typeof error === "object" && error !== null ? error : {}) as Partial<Described>;
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const message = typeof from.message === "string" ? from.message : String(error);
  return {
    statusCode: typeof from.statusCode === "number" && from.statusCode >= 300 ? from.statusCode : null,
    responseBody: typeof from.responseBody === "string" ? from.responseBody : "",
    responseHeaders: from.responseHeaders ?? {},
    message: `${message}${message.includes(cause.slice(2)) ? "" : cause}`.slice(0, 500),
  };
}

/** Both protocols put their words in `error.message`. */
function messageIn(body: string): string | null {
  try {
    const message: unknown = JSON.parse(body)?.error?.message;
    return typeof message === "string" ? message.slice(0, 500) : null;
  } catch {
    return null;
  }
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const said = headers["retry-after"];
  if (said === undefined) return null;
  const seconds = Number(said);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const date = Date.parse(said);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function hintFor(status: number): string | null {
  if (status === 401 || status === 403) return "The provider does not accept the key.";
  if (status === 404) return "The provider does not know this model, or the address is wrong.";
  return null;
}
