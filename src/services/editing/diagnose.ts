import type { ClosestPlace, DifferenceKind, LineSpan } from "../../domain/ports/editing.ts";
import { trimmed } from "./line-keys.ts";
import { isBlank, wholeLines } from "./lines.ts";
import { nearPlaces } from "./near-places.ts";
import type { Wording } from "./pass.ts";
import { readWording } from "./readings/list.ts";
import type { SourceIndex } from "./source-index.ts";
import { similarity, typoBetween } from "./spelling.ts";
import { plainPunctuation } from "./typography.ts";

/** Below this similarity, a line is not worth showing as the possible target. */
const ALIKE = 0.5;
const PREVIEW_LINES = 12;

/** The place most similar to the search text; undefined if nothing is similar. */
export function closestPlace(source: SourceIndex, wording: Wording): ClosestPlace | undefined {
  const search = wholeLines(wording.search);
  const from = bestStart(source, wording) ?? alikeStart(source, search);
  return from === undefined ? undefined : placeAt(source, search, from);
}

export function placeAt(source: SourceIndex, search: readonly string[], from: number): ClosestPlace {
  const start = Math.max(0, from);
  const end = Math.min(source.lineCount, from + search.length);
  return {
    lines: { start: start + 1, end },
    preview: preview(source, start, end),
    difference: firstDifference(source, search, from),
  };
}

export const preview = (source: SourceIndex, from: number, to: number): string => {
  const shown = source.lines.slice(from, Math.min(to, from + PREVIEW_LINES));
  const numbered = shown.map((line, index) => `${from + index + 1} | ${line}`);
  return [...numbered, ...(to - from > PREVIEW_LINES ? ["…"] : [])].join("\n");
};

export const spanOf = (from: number, to: number): LineSpan => ({ start: from + 1, end: to });

/** The start position that most lines agree on, for the reading of the request with the most agreement. */
function bestStart(source: SourceIndex, wording: Wording): number | undefined {
  const best = readWording(wording)
    .flatMap((reading) => nearPlaces(source, wholeLines(reading.wording.search)).slice(0, 1))
    .toSorted((a, b) => b.share - a.share)[0];
  return best?.from;
}

function alikeStart(source: SourceIndex, search: readonly string[]): number | undefined {
  const longest = search.reduce(
    (best, line, index) => (line.length > (search[best]?.length ?? 0) ? index : best),
    0,
  );
  const wanted = trimmed(search[longest] ?? "");
  let best = ALIKE;
  let found: number | undefined;
  for (const [line, text] of source.lines.entries()) {
    if (Math.abs(text.length - wanted.length) > wanted.length) continue;
    const likeness = similarity(wanted, trimmed(text));
    if (likeness <= best) continue;
    best = likeness;
    found = line - longest;
  }
  return found;
}

/**
 * A difference in the text takes precedence over one in the surrounding spaces: fixing it may fix the other.
 */
function firstDifference(
  source: SourceIndex,
  search: readonly string[],
  from: number,
): ClosestPlace["difference"] {
  const differences = search.flatMap((line, index) => {
    const found = source.lines[from + index] ?? "";
    if (found === line) return [];
    return [{ kind: kindOf(line, found), line: from + index + 1, found, searched: line }];
  });
  const first = differences.find((one) => one.kind !== "trailing_space" && one.kind !== "indentation");
  return (
    first ??
    differences[0] ?? {
      kind: "stale",
      line: from + 1,
      found: source.lines[from] ?? "",
      searched: search[0] ?? "",
    }
  );
}

function kindOf(searched: string, found: string): DifferenceKind {
  if (searched.trimEnd() === found.trimEnd()) return "trailing_space";
  if (searched.trim() === found.trim()) return "indentation";
  if (isBlank(searched) || isBlank(found)) return "missing_line";
  const unescaped = (line: string) => line.trim().replaceAll("\\", "");
  if (unescaped(searched) === unescaped(found)) return "escape";
  if (plainPunctuation(searched).trim() === plainPunctuation(found).trim()) return "punctuation";
  return typoBetween(searched, found) === null ? "stale" : "spelling";
}
