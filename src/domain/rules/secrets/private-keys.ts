import type { SecretSpan } from "./span.ts";

const BEGIN = "-----BEGIN ";
const LABEL = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
/** Separators between two lines of a key: in a file, a diff, numbered lines, or a string in any language. */
const BETWEEN = /[\s"'`,;:+|#*>.()-]|\\[nrt]|\d+(?=\t)/y;
const LINE = /[A-Za-z0-9+/=]+/y;
const LONGEST_KEY = 20_000;

/**
 * Each line of a private key's body is a separate secret, so that a text keeps its lines. The BEGIN and END
 * lines stay.
 */
export function findPrivateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + BEGIN.length)) {
    LABEL.lastIndex = at;
    if (!LABEL.test(text)) continue;
    spans.push(...bodyLines(text, LABEL.lastIndex));
  }
  return spans;
}

function bodyLines(text: string, start: number): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let sawKey = false;
  for (let at = start; at < Math.min(text.length, start + LONGEST_KEY); ) {
    if (text.startsWith("-----", at)) break;
    BETWEEN.lastIndex = at;
    if (BETWEEN.test(text)) {
      at = BETWEEN.lastIndex;
      continue;
    }
    LINE.lastIndex = at;
    if (!LINE.test(text)) break;
    const end = LINE.lastIndex;
    sawKey ||= end - at >= 32;
    if (sawKey && end - at >= 4) spans.push({ kind: "private-key", start: at, end });
    at = end;
  }
  return spans;
}
