import { countFilled, wholeLines } from "./lines.ts";
import type { Candidate, Wording } from "./pass.ts";
import { lineAt, type SourceIndex } from "./source-index.ts";

/** Characters a lone line must have to be taken for the change. */
const TELLING = 8;

/**
 * Where the result of the change stands in the file already, or null. With the search text gone, the
 * replacement must be more than a part of it. Where the search text is still found, every hit must lie inside
 * the replacement (an insertion made before), or have been found under another indentation only.
 */
export function alreadyThere(
  source: SourceIndex,
  readings: readonly { readonly wording: Wording }[],
  hits: readonly Candidate[],
): { from: number; to: number } | null {
  const { text, starts } = source.joined();
  for (const { wording } of readings) {
    const { search, replace } = wording;
    if (search.includes(replace.trim())) continue;
    const results = occurrences(text, replace);
    const first = results[0];
    if (first === undefined || !isTelling(replace)) continue;
    const place = { from: lineAt(starts, first), to: lineAt(starts, first + replace.trimEnd().length) + 1 };
    if (hits.length === 0 || hits.every((hit) => hit.reindented && hit.score < 1)) return place;
    const inside = (at: number) =>
      results.some((start) => start <= at && at + search.length <= start + replace.length);
    const searched = occurrences(text, search);
    if (searched.length > 0 && searched.every(inside)) return place;
  }
  return null;
}

/** A lone short line may be there by coincidence. */
export function isTelling(text: string): boolean {
  return countFilled(wholeLines(text)) > 1 || text.replace(/\s+/g, "").length >= TELLING;
}

function occurrences(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}
