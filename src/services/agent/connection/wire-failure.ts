import type { ModelFailure } from "../../../domain/ports/model.ts";

/** What a failed request means for the next step. */
export type WireFailure =
  | (Said & { readonly kind: "again"; readonly cause: ModelFailure; readonly afterMs: number | null })
  | (Said & { readonly kind: "final"; readonly cause: ModelFailure })
  | (Said & { readonly kind: "overflow" })
  | (Said & { readonly kind: "refused" });

interface Said {
  readonly why: string;
  /** What the person can do about it. */
  readonly hint: string | null;
}

const PASSING = new Set([408, 409, 424, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529]);
const TOO_LONG =
  /prompt is too long|input is too long|context[ _](?:length|window|size|limit)|maximum context|too many (?:input )?tokens|exceeds? the (?:available |model's )?context|exceeds the maximum number of (?:input )?tokens|request_too_large/i;
/** OpenAI uses 429 for a request that exceeds the per-minute limit on its own: waiting does not help. */
const TOO_LARGE = /^request too large for/i;
const OUT_OF_MONEY =
  /insufficient[_ ](?:quota|balance|credit|fund)|credit balance is too low|billing[_ ](?:hard[_ ]limit|not[_ ]active|error)|payment required|more credits|account is not active/i;
const DAILY = /per[ _-]?day|\b(?:RPD|TPD)\b|daily (?:limit|quota)/i;
const FILTERED = /content[_ ](?:filter|management policy)|ResponsibleAIPolicyViolation/i;

export const REFUSED =
  "The provider's own rules refused this. Describe the purpose of the change with --issue, or name another model with --brain.";
const OVERFLOW =
  "Lower model.context_tokens in your own config.yaml, or name a model that can read more with --brain.";

/** Classifies an error from the AI SDK, from `fetch`, or from a broken stream. */
export function readFailure(error: unknown, now: number, address: string): WireFailure {
  const { statusCode, responseBody, responseHeaders, message } = describe(error);
  const said = messageIn(responseBody) ?? message;
  const all = `${said} ${responseBody}`;
  const why = statusCode === null ? said : `${statusCode} ${said}`.trim();
  if (statusCode === 402 || OUT_OF_MONEY.test(all)) {
    const hint =
      "The account has no credit left. Add some with the provider, or name another model with --brain.";
    return { kind: "final", cause: "quota", why, hint };
  }
  if (statusCode === 429 && DAILY.test(all)) {
    const hint = "The daily quota is used up. Wait until tomorrow, raise it, or name another model.";
    return { kind: "final", cause: "quota", why, hint };
  }
  if (statusCode === 413 || TOO_LARGE.test(said) || (statusCode !== 429 && TOO_LONG.test(all))) {
    return { kind: "overflow", why, hint: OVERFLOW };
  }
  if (statusCode === 400 && FILTERED.test(all)) return { kind: "refused", why, hint: REFUSED };
  if (statusCode === null) {
    return { kind: "again", cause: "unreachable", why, hint: unreachable(message, address), afterMs: null };
  }
  if (PASSING.has(statusCode)) {
    const afterMs = retryAfter(responseHeaders, now) ?? retryDelay(responseBody);
    const hint = "The provider is busy. Try again later, or name another model with --brain.";
    return { kind: "again", cause: "busy", why, hint, afterMs };
  }
  return { kind: "final", why, ...finalCause(statusCode, all) };
}

interface Described {
  readonly statusCode: number | null;
  readonly responseBody: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly message: string;
}

/** A connection that broke mid-stream has a success status, which says nothing about the failure. */
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

/** Most put the text in `error.message`, Bedrock and Mistral in `message`. */
function messageIn(body: string): string | null {
  try {
    const parsed = JSON.parse(body);
    const given: unknown = (Array.isArray(parsed) ? parsed[0] : parsed)?.error?.message ?? parsed?.message;
    return typeof given === "string" ? given.slice(0, 500) : null;
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

/** Google puts it in the body: `"retryDelay": "34s"`. */
function retryDelay(body: string): number | null {
  const seconds = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function finalCause(status: number, said: string): { cause: ModelFailure; hint: string | null } {
  if (status === 401 || status === 403 || /api[ _]key (?:not valid|expired)|API_KEY_INVALID/i.test(said)) {
    return {
      cause: "key",
      hint: "The provider does not accept the key: check the environment variable, and whether the key may be used with this model.",
    };
  }
  if (status === 404 || /model[ _](?:not[ _]found|identifier is invalid)|invalid model/i.test(said)) {
    return {
      cause: "model",
      hint: "The provider does not know this model, or the address is wrong: check the name in --brain.",
    };
  }
  return { cause: "request", hint: null };
}

function unreachable(message: string, address: string): string | null {
  if (!/fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|connect/i.test(message)) return null;
  return `Is the model served at ${new URL(address).origin}?`;
}
