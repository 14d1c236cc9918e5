import { countFilled, wholeLines } from "./lines.ts";
import type { Candidate, Wording } from "./pass.ts";
import { lineAt, type SourceIndex } from "./source-index.ts";

/** Letters and digits a lone line must have to be evidence that it is the change and not a coincidence. */
const TELLING = 8;

/**
 * Where the result of the change stands in the file already, or null. With the search text gone, the
 * replacement must be more than a part of it; with the search text still there, every hit must lie inside a
 * replacement that contains it (an insertion made before).
 */
export function alreadyThere(
  source: SourceIndex,
  readings: readonly { readonly wording: Wording }[],
  hits: readonly Candidate[],
): { from: number; to: number } | null {
  for (const { wording } of readings) {
    const { search, replace } = wording;
    if (search === replace || search.includes(replace.trim()) || !isTelling(replace)) continue;
    const places = exactPlaces(source, replace);
    const first = places[0];
    if (first === undefined) continue;
    if (hits.length === 0) return first;
    const inside = hits.every((hit) => places.some((place) => place.from <= hit.from && hit.to <= place.to));
    if (inside && replace.includes(search)) return first;
  }
  return null;
}

function isTelling(text: string): boolean {
  return countFilled(wholeLines(text)) > 1 || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING;
}

function exactPlaces(source: SourceIndex, text: string): { from: number; to: number }[] {
  const { text: all, starts } = source.joined();
  const places: { from: number; to: number }[] = [];
  for (let at = all.indexOf(text); at !== -1; at = all.indexOf(text, at + 1)) {
    const end = at + text.length - (text.endsWith("\n") ? 1 : 0);
    places.push({ from: lineAt(starts, at), to: lineAt(starts, end) + 1 });
  }
  return places;
}
