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
  const byKey = new Map<LineKey, Map<string, number[]>>();
  let joined: { text: string; starts: number[] } | undefined;
  let words: Set<string> | undefined;
  return {
    ...source,
    joined() {
      joined ??= { text: source.lines.join("\n"), starts: lineStarts(source.lines) };
      return joined;
    },
    linesBy(key) {
      const known = byKey.get(key);
      if (known !== undefined) return known;
      const built = group(source.lines, key);
      byKey.set(key, built);
      return built;
    },
    words() {
      words ??= new Set(source.lines.join("\n").match(/[\p{L}\p{N}_$]+/gu));
      return words;
    },
  };
}

/** The line that contains an offset in the joined text. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  return starts;
}

function group(lines: readonly string[], key: LineKey): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  lines.forEach((line, number) => {
    const name = key(line);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [number]);
    else group.push(number);
  });
  return groups;
}
