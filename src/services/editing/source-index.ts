import { lineStarts } from "../../domain/rules/text/line-starts.ts";
import { lazily } from "../../domain/rules/values/lazily.ts";
import { remembered } from "../../domain/rules/values/remembered.ts";
import type { SourceText } from "./source-text.ts";

/** The key by which lines are compared. Must be the same function object on every call: indexes are cached by identity. */
export type LineKey = (line: string) => string;

/** A source with the indexes that several passes use, each computed once, on first use. */
export interface SourceIndex extends SourceText {
  /** All lines joined by "\n", and the offset at which each line starts. */
  joined(): { readonly text: string; readonly starts: readonly number[] };
  /** Line numbers (from 0) by key, ascending. */
  linesBy(key: LineKey): ReadonlyMap<string, readonly number[]>;
  words(): ReadonlySet<string>;
}

export function indexSource(source: SourceText): SourceIndex {
  const { lines } = source;
  return {
    ...source,
    joined: lazily(() => {
      const text = lines.join("\n");
      return { text, starts: lineStarts(text) };
    }),
    linesBy: remembered((key) => Map.groupBy(lines.keys(), (number) => key(lines[number] ?? ""))),
    words: lazily(() => new Set(lines.join("\n").match(/[\p{L}\p{N}_$]+/gu))),
  };
}
