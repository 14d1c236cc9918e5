import { lineIndexAt } from "../../domain/rules/text/line-starts.ts";
import { trimmed } from "./line-keys.ts";
import { countFilled, wholeLines } from "./lines.ts";
import type { Candidate, Wording } from "./pass.ts";
import type { SourceIndex } from "./source-index.ts";

/** The minimum length of a single line to be recognized as the result of the change. */
const TELLING = 8;

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Where the file contains the exact result of the change. */
export function findResult(source: SourceIndex, { search, replace }: Wording): readonly LineRange[] {
  if (search.includes(replace.trim()) || !isTelling(replace)) return [];
  const { text, starts } = source.joined();
  return occurrences(text, replace).map((at) => ({
    from: lineIndexAt(starts, at),
    to: lineIndexAt(starts, at + replace.trimEnd().length) + 1,
  }));
}

/** Excludes places next to which a line that the change removes still exists: they are not the result. */
export function withoutRemains(
  source: SourceIndex,
  { search, replace }: Wording,
  places: readonly LineRange[],
): readonly LineRange[] {
  const kept = new Set(["", ...wholeLines(replace).map(trimmed)]);
  const removed = new Set(
    wholeLines(search)
      .map(trimmed)
      .filter((line) => !kept.has(line)),
  );
  const stands = (start: number, step: 1 | -1) => removed.has(filledLine(source, start, step));
  return places.filter(({ from, to }) => !stands(from - 1, -1) && !stands(to, 1));
}

/** The nearest nonblank line from here, upward or downward; blank past the ends. */
function filledLine(source: SourceIndex, start: number, step: 1 | -1): string {
  for (let line = start; line >= 0 && line < source.lineCount; line += step) {
    const text = trimmed(source.lines[line] ?? "");
    if (text !== "") return text;
  }
  return "";
}

/**
 * What the matches of the search text tell us about a change whose result is in the file. It was made if they
 * are inside the result (an insertion). It was not made if they match faithfully or extend beyond the result.
 * It is unknown if they needed a different indentation or a loose pass, outside the result.
 */
export function judgeResult(
  source: SourceIndex,
  wording: Wording,
  results: readonly LineRange[],
  found: { readonly candidates: readonly Candidate[]; readonly free: boolean },
): "made" | "open" | "unknown" {
  if (found.candidates.some((candidate) => candidate.score === 1))
    return isInside(source, wording) ? "made" : "open";
  const touching = (place: LineRange) =>
    results.filter((result) => result.from < place.to && place.from < result.to);
  const within = (place: LineRange) =>
    results.some((result) => result.from <= place.from && place.to <= result.to);
  if (found.candidates.every(within)) return "made";
  const doubtful = found.candidates.some(
    (candidate) => touching(candidate).length === 0 && (found.free || candidate.reindented),
  );
  return doubtful ? "unknown" : "open";
}

function isInside(source: SourceIndex, { search, replace }: Wording): boolean {
  const { text } = source.joined();
  const results = occurrences(text, replace);
  const hits = occurrences(text, search);
  const inside = (at: number) =>
    results.some((start) => start <= at && at + search.length <= start + replace.length);
  return hits.length > 0 && hits.every(inside);
}

/** A single short line may be there by coincidence. */
export function isTelling(text: string): boolean {
  return countFilled(wholeLines(text)) > 1 || text.replace(/\s+/g, "").length >= TELLING;
}

function occurrences(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}
