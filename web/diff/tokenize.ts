import type { Language } from "./languages.ts";
import type { Span } from "./word-diff.ts";

type TokenKind = "comment" | "string" | "number" | "keyword";

export interface Token extends Span {
  readonly kind: TokenKind;
}

/** The comment or string that an earlier line opened and this line starts in. */
export type Inside = Language["blocks"][number] | null;

interface Colored {
  readonly tokens: readonly Token[];
  /** The block that the next line starts in. */
  readonly inside: Inside;
}

/** Longer lines are usually generated, and nobody reads their colors. */
const LONGEST_LINE = 2000;
const WORD = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;

/** The colored parts of one line. Never throws, and runs in time linear in the line's length. */
export function tokenize(line: string, language: Language | null, inside: Inside = null): Colored {
  if (language === null || line.length > LONGEST_LINE) return { tokens: [], inside: null };
  const tokens: Token[] = [];
  let at = 0;
  let block = inside;
  while (at < line.length) {
    if (block !== null) {
      const close = line.indexOf(block.close, at);
      const end = close === -1 ? line.length : close + block.close.length;
      tokens.push({ start: at, end, kind: block.kind });
      if (close === -1) return { tokens, inside: block };
      [at, block] = [end, null];
      continue;
    }
    const opened = language.blocks.find(({ open }) => line.startsWith(open, at));
    if (opened !== undefined) {
      const start = at;
      at += opened.open.length;
      const close = endOfBlock(line, at, opened);
      tokens.push({ start, end: close ?? line.length, kind: opened.kind });
      if (close === null) return { tokens, inside: opened };
      at = close;
      continue;
    }
    const token = tokenAt(line, at, language);
    if (token.kind !== null) tokens.push({ start: at, end: token.end, kind: token.kind });
    at = token.end;
  }
  return { tokens, inside: block };
}

function endOfBlock(line: string, from: number, { close, kind }: NonNullable<Inside>): number | null {
  let at = from;
  while (at < line.length) {
    if (kind === "string" && line[at] === "\\") at += 2;
    else if (line.startsWith(close, at)) return at + close.length;
    else at += 1;
  }
  return null;
}

/** The token at `at`, outside of blocks; it always ends after `at`. */
function tokenAt(line: string, at: number, language: Language): { end: number; kind: TokenKind | null } {
  const character = line[at] ?? "";
  if (language.lineComments.some((mark) => line.startsWith(mark, at)) && isCommentPlace(line, at))
    return { end: line.length, kind: "comment" };
  if (language.quotes.includes(character)) return { end: endOfString(line, at, character), kind: "string" };
  const number = matchAt(NUMBER, line, at);
  if (number !== null) return { end: number, kind: "number" };
  const word = matchAt(WORD, line, at);
  if (word === null) return { end: at + 1, kind: null };
  return { end: word, kind: language.keywords.has(line.slice(at, word)) ? "keyword" : null };
}

/** `#` inside a word (a color, a URL fragment) and `//` after `:` do not start a comment. */
function isCommentPlace(line: string, at: number): boolean {
  if (line[at] === "#") return at === 0 || /\s/.test(line[at - 1] ?? "");
  return line[at - 1] !== ":";
}

function endOfString(line: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < line.length && line[at] !== quote) at += line[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, line.length);
}

function matchAt(pattern: RegExp, line: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : null;
}

export interface Segment {
  readonly text: string;
  readonly kind: TokenKind | null;
  /** Whether this part of the line changed. */
  readonly marked: boolean;
}

/** The line, split wherever a color or a mark starts or ends. */
export function segmentsOf(line: string, tokens: readonly Token[], marks: readonly Span[]): Segment[] {
  const cuts = new Set([0, line.length]);
  for (const { start, end } of [...tokens, ...marks]) cuts.add(start).add(end);
  const places = [...cuts].sort((a, b) => a - b);
  const segments: Segment[] = [];
  let [token, mark] = [0, 0];
  for (let index = 0; index + 1 < places.length; index += 1) {
    const [start = 0, end = 0] = [places[index], places[index + 1]];
    while ((tokens[token]?.end ?? Number.POSITIVE_INFINITY) <= start) token += 1;
    while ((marks[mark]?.end ?? Number.POSITIVE_INFINITY) <= start) mark += 1;
    const colored = tokens[token];
    segments.push({
      text: line.slice(start, end),
      kind: colored !== undefined && colored.start <= start ? colored.kind : null,
      marked: (marks[mark]?.start ?? Number.POSITIVE_INFINITY) <= start,
    });
  }
  return segments;
}
