import { trimmed } from "./line-keys.ts";
import { isBlank } from "./lines.ts";
import type { SourceIndex } from "./source-index.ts";

export interface NearPlace {
  readonly from: number;
  /** Filled lines of the search that stand there. */
  readonly count: number;
  /** The same as a share of all filled lines. */
  readonly share: number;
}

/** A line that occurs more often than this says nothing about where a block is. */
const TOO_COMMON = 200;

/** Where the searched lines stand with a constant distance between them, best first. */
export function nearPlaces(source: SourceIndex, search: readonly string[]): readonly NearPlace[] {
  const byKey = source.linesBy(trimmed);
  const votes = new Map<number, number>();
  let filled = 0;
  for (const [index, line] of search.entries()) {
    if (isBlank(line)) continue;
    filled += 1;
    const places = byKey.get(trimmed(line)) ?? [];
    if (places.length > TOO_COMMON) continue;
    for (const place of places) votes.set(place - index, (votes.get(place - index) ?? 0) + 1);
  }
  return [...votes]
    .filter(([from]) => from >= 0 && from + search.length <= source.lineCount)
    .map(([from, count]) => ({ from, count, share: count / filled }))
    .sort((a, b) => b.share - a.share || a.from - b.from);
}
