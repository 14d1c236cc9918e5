import { ASSIGNMENT, SECRET_NAME, TOKEN_PATTERNS } from "./secret-patterns.ts";

export const REDACTED = "[REDACTED]";
/** Shorter values ("true", "8080") are everywhere and hide nothing. */
const SHORTEST_VALUE = 6;

/**
 * Replaces secrets in text: first the exact values that are known, in the forms they travel in, then whatever looks
 * like one. Give it whole texts: a secret cut in two by the caller is not found. Idempotent, linear in the text.
 */
export function createRedactor(secretValues: readonly string[]): (text: string) => string {
  const known = knownValues(secretValues);
  return (text) => {
    if (text.length < 4) return text;
    let redacted = known === null ? text : text.replace(known, REDACTED);
    redacted = redactPrivateKeys(redacted);
    for (const pattern of TOKEN_PATTERNS) redacted = redacted.replace(pattern, keepFirstGroup);
    return redacted.replace(ASSIGNMENT, redactAssignment);
  };
}

/** Whether a field of this name holds a secret whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function keepFirstGroup(_match: string, kept: unknown): string {
  return `${typeof kept === "string" ? kept : ""}${REDACTED}`;
}

function redactAssignment(match: string, ...rest: unknown[]): string {
  const { name = "", escaped, double, single, bare } = rest.at(-1) as Record<string, string | undefined>;
  const quote = escaped ?? double ?? single ?? "";
  if (match.startsWith(name + quote + REDACTED)) return match;
  if (bare !== undefined && looksLikeCode(name, bare)) return match;
  if (/^connection/i.test(name) && isVersion(match.slice((name + quote).length))) return match;
  return `${name}${quote}${REDACTED}`;
}

/** `"pg-connection-string": "^2.14.1"` names a package. */
function isVersion(value: string): boolean {
  return /^[\^~<>=v ]{0,4}\d+(?:\.[\dx*]+){1,3}$/.test(value);
}

/** `password: string`, `token = nextToken()` and `secret => secret.id` are code about secrets, not secrets. */
function looksLikeCode(name: string, value: string): boolean {
  if (/^(?:true|false|null|none|undefined|[{[(|>*$])/i.test(value)) return true;
  const spaced = /[:=][ \t]/.test(name) || /=>/.test(name);
  if (/[([]/.test(value)) return true;
  return spaced && /^[A-Za-z_.]{1,40}[)};\]]*$/.test(value);
}

const KEY_START = "-----BEGIN ";
const KEY_END = "-----END ";

/** From the first line of a private key to its last, or to the end of the text where that is missing. */
function redactPrivateKeys(text: string): string {
  let start = text.indexOf(KEY_START);
  if (start < 0) return text;
  let result = "";
  let position = 0;
  while (start >= 0) {
    const label = text.slice(start, start + 60);
    if (/^-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/.test(label)) {
      const end = text.indexOf(KEY_END, start);
      const close = end < 0 ? -1 : text.indexOf("-----", end + KEY_END.length);
      result += text.slice(position, start) + REDACTED;
      position = close < 0 ? text.length : close + 5;
    }
    start = text.indexOf(KEY_START, Math.max(position, start + KEY_START.length));
  }
  return result + text.slice(position);
}

function knownValues(values: readonly string[]): RegExp | null {
  const forms = new Set(values.flatMap(formsOf).filter((form) => form.length >= SHORTEST_VALUE));
  if (forms.size === 0) return null;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((form) => escapePattern(form)).join("|"), "g");
}

function formsOf(value: string): string[] {
  if (value.trim().length < SHORTEST_VALUE) return [];
  const lines = value.includes("\n") ? value.split(/\r?\n/).filter((line) => line.trim().length >= 12) : [];
  const bytes = Buffer.from(value);
  return [
    value,
    value.trim(),
    ...lines,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    encodeURIComponent(value.toWellFormed()).replaceAll("%20", "+"),
    value.replaceAll("'", "'\\''"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/** Base64 of a text that contains the value looks different by where the value starts, modulo 3 bytes. */
function base64Forms(bytes: Buffer): string[] {
  const forms = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = offset === 0 ? 0 : offset + 1;
    const whole = (offset + bytes.length) % 3 === 0;
    const core = encoded.slice(first, whole ? undefined : -1);
    return offset === 0 ? [encoded, core] : [core];
  });
  return forms
    .filter((form) => form.length >= 8)
    .flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
