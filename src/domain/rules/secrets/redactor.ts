import { ASSIGNMENT_NEEDLES, findAssignments } from "./assignments.ts";
import { FORMAT_NEEDLES, findFormats } from "./formats.ts";
import { createKnownValues, SHORTEST_VALUE } from "./known-values.ts";
import { createNeedles } from "./needles.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { isRandom } from "./randomness.ts";
import { redactData, textsToJudge } from "./redact-data.ts";
import type { SecretSpan } from "./span.ts";
import { findWebTokens } from "./web-tokens.ts";

export interface RedactorOptions {
  /** Exact secrets, such as values of the caller's environment. */
  readonly values: readonly string[];
  /** Six hexadecimal digits for a value: always the same for the same value, and they do not reveal it. */
  readonly tag: (value: string) => string;
}

/**
 * Everything that leaves the process goes through a redactor. A secret becomes `<secret:kind:tag>`, always
 * the same for the same value. A secret that was found once is remembered, and found again even if nothing
 * marks it as a secret. Idempotent, and linear in the text.
 */
export interface Redactor {
  text(text: string): string;
  /** Plain data with every text in it redacted, including field names. Anything else is left unchanged. */
  data<T>(value: T): T;
  /** One more exact secret. */
  know(value: string): void;
  /** Remembers the secrets of a text. */
  learn(text: string): void;
  find(text: string): readonly SecretSpan[];
  placeholder(value: string, kind: string): string;
  /** Replaces placeholders with the values in `original`. */
  putBack(text: string, original: string): PutBack;
  /** Kinds of the secrets in `text` that are not in `original`. */
  added(text: string, original: string): readonly string[];
}

interface PutBack {
  readonly text: string;
  /** Placeholders whose value is not in the original. */
  readonly unknown: readonly string[];
}

const PLACEHOLDER = /<secret:[a-z0-9-]{1,24}:([0-9a-f]{6})>/g;
const LONGEST_MEMORY = 500;
const needlesIn = createNeedles([...FORMAT_NEEDLES, ...ASSIGNMENT_NEEDLES]);

export function createRedactor({ values, tag }: RedactorOptions): Redactor {
  const known = createKnownValues();
  const learned = new Set<string>();
  for (const value of values) known.add(value, "environment");

  function find(text: string): SecretSpan[] {
    if (text.length < SHORTEST_VALUE) return [];
    const looks = learn(text);
    return apart([...known.find(text), ...looks], text);
  }

  function learn(text: string): readonly SecretSpan[] {
    const looks = findByLook(text);
    for (const { start, end, kind } of looks) remember(text.slice(start, end), kind);
    return looks;
  }

  /** Weak secrets are not searched for elsewhere, because they may be ordinary words. */
  function remember(value: string, kind: string): void {
    if (learned.has(value) || learned.size >= LONGEST_MEMORY || !isRandom(value, SHORTEST_VALUE)) return;
    learned.add(value);
    known.add(value, kind);
  }

  const placeholder = (value: string, kind: string) => `<secret:${kind}:${tag(value)}>`;
  const redact = (text: string) => replaceSecrets(text, find(text), placeholder);

  return {
    text: redact,
    data: (value) => (find(textsToJudge([value])).length === 0 ? value : redactData(value, redact)),
    know: (value) => known.add(value, "environment"),
    learn: (text) => void learn(text),
    find,
    placeholder,
    putBack(text, original) {
      if (!text.includes("<secret:")) return { text, unknown: [] };
      const secrets = find(original).map(({ start, end }) => original.slice(start, end));
      return putBack(text, original, new Map(secrets.map((value) => [tag(value), value])));
    },
    added: (text, original) =>
      find(text).flatMap(({ start, end, kind }) => (original.includes(text.slice(start, end)) ? [] : [kind])),
  };
}

function replaceSecrets(
  text: string,
  secrets: readonly SecretSpan[],
  write: (value: string, kind: string) => string,
): string {
  let result = "";
  let at = 0;
  for (const { start, end, kind } of secrets) {
    result += text.slice(at, start) + write(text.slice(start, end), kind);
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/** What looks like a secret, known or not. */
function findByLook(text: string): SecretSpan[] {
  const small = inSmallLetters(text);
  const places = needlesIn(small);
  return [
    ...findPrivateKeys(text),
    ...findWebTokens(text),
    ...findFormats(text, small, places),
    ...findAssignments(text, small, places),
  ];
}

function putBack(text: string, original: string, values: ReadonlyMap<string, string>) {
  const unknown: string[] = [];
  const whole = text.replace(PLACEHOLDER, (each, name: string) => {
    const value = values.get(name);
    if (value === undefined && !original.includes(each)) unknown.push(each);
    return value ?? each;
  });
  return { text: whole, unknown };
}

/** Keeps the length: a few letters of other alphabets would become two in lowercase. */
function inSmallLetters(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** For measuring what would leak: nothing is redacted. */
export const NO_REDACTION: Redactor = {
  text: (text) => text,
  data: (value) => value,
  know: () => undefined,
  learn: () => undefined,
  find: () => [],
  placeholder: (value) => value,
  putBack: (text) => ({ text, unknown: [] }),
  added: () => [],
};

/** In order, without overlaps, none inside a placeholder. */
function apart(found: readonly SecretSpan[], text: string): SecretSpan[] {
  if (found.length === 0) return [];
  const taken = text.includes("<secret:")
    ? [...text.matchAll(PLACEHOLDER)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }))
    : [];
  const spans = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: SecretSpan[] = [];
  let place = 0;
  for (const span of spans) {
    while ((taken[place]?.end ?? Infinity) <= span.start) place += 1;
    if ((taken[place]?.start ?? Infinity) < span.end) continue;
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}
