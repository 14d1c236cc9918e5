import { trimmed } from "./line-keys.ts";
import type { SourceIndex } from "./source-index.ts";

export interface NearPlace {
  readonly from: number;
  /** Nonblank lines of the search text that occur there. */
  readonly count: number;
  /** The same as a fraction of all nonblank lines. */
  readonly share: number;
}

/** A line that occurs more often than this does not help to locate a block. */
const TOO_COMMON = 100;
/** How many places are examined more closely. */
const MOST_PLACES = 50;

/** Where the search lines occur with the same distances between them, best first. */
export function nearPlaces(source: SourceIndex, search: readonly string[]): readonly NearPlace[] {
  const keys = search.map(trimmed);
  const filled = keys.filter((key) => key !== "").length;
  const byKey = source.linesBy(trimmed);
  const votes = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const places = key === "" ? [] : (byKey.get(key) ?? []);
    if (places.length > TOO_COMMON) continue;
    for (const place of places) votes.set(place - index, (votes.get(place - index) ?? 0) + 1);
  }
  return [...votes]
    .filter(([from]) => from >= 0 && from + keys.length <= source.lineCount)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_PLACES)
    .map(([from]) => {
      const count = keys.filter(
        (key, index) => key !== "" && trimmed(source.lines[from + index] ?? "") === key,
      ).length;
      return { from, count, share: count / filled };
    })
    .sort((a, b) => b.count - a.count || a.from - b.from);
}
