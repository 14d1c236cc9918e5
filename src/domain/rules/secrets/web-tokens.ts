import type { SecretSpan } from "./span.ts";

const START = "eyJ";
const PART = /[A-Za-z0-9_-]*/y;

/** JSON web tokens: three parts with dots. A run of characters is examined once, however many tokens could start in it. */
export function findWebTokens(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf(START); at >= 0; ) {
    const first = partAt(text, at);
    const second = text[first] === "." ? partAt(text, first + 1) : first;
    const third = second > first && text[second] === "." ? partAt(text, second + 1) : -1;
    const isWhole = first - at >= 12 && second - first >= 4 && third - second >= 8;
    if (isWhole && !/[A-Za-z0-9_-]/.test(text[at - 1] ?? " ")) {
      spans.push({ kind: "jwt", start: at, end: third });
    }
    at = text.indexOf(START, isWhole ? third : first);
  }
  return spans;
}

function partAt(text: string, start: number): number {
  PART.lastIndex = start;
  PART.test(text);
  return PART.lastIndex;
}
