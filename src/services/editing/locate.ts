import { findResult, isTelling, judgeResult, type LineRange, withoutRemains } from "./already-there.ts";
import { asBlock } from "./lines.ts";
import type { Candidate, Pass, Wording } from "./pass.ts";
import { FAITHFUL_PASSES, FREE_PASSES } from "./passes/list.ts";
import { readWording } from "./readings/list.ts";
import type { SourceIndex } from "./source-index.ts";

export type Located =
  | { readonly status: "found"; readonly strategy: string; readonly candidates: readonly Candidate[] }
  | { readonly status: "there"; readonly from: number; readonly to: number }
  | { readonly status: "doubtful"; readonly result: LineRange; readonly candidates: readonly LineRange[] }
  | { readonly status: "absent" };

/**
 * The chain of passes. The first pass that accepts any place decides: only its candidates are considered, and
 * a looser pass is never used to break a tie.
 */
export function locate(source: SourceIndex, wording: Wording): Located {
  const readings = readWording(wording);
  const faithfully = firstPlaces(FAITHFUL_PASSES, source, readings);
  const found = faithfully ?? firstPlaces(FREE_PASSES, source, readings);
  for (const reading of readings) {
    const results = resultsOf(source, reading, faithfully === null);
    const first = results[0];
    if (first === undefined) continue;
    const made = { status: "there", from: first.from, to: first.to } as const;
    if (found === null) return made;
    const judged = judgeResult(source, reading.wording, results, { ...found, free: faithfully === null });
    if (judged === "made") return made;
    if (judged === "unknown") return { status: "doubtful", result: first, candidates: found.candidates };
  }
  return found === null ? { status: "absent" } : { status: "found", ...found };
}

/**
 * Where the change seems to have been made already: exactly, or in another spelling if the search text has no
 * faithful match.
 */
function resultsOf(source: SourceIndex, reading: NamedWording, respelled: boolean): readonly LineRange[] {
  const verbatim = findResult(source, reading.wording);
  if (verbatim.length > 0 || !respelled) return withoutRemains(source, reading.wording, verbatim);
  const places = firstPlaces(FAITHFUL_PASSES, source, replacementAsSearch(reading))?.candidates ?? [];
  return withoutRemains(source, reading.wording, places);
}

type NamedWording = { readonly name: string | null; readonly wording: Wording };

function firstPlaces(
  passes: readonly Pass[],
  source: SourceIndex,
  readings: readonly NamedWording[],
): { strategy: string; candidates: readonly Candidate[] } | null {
  for (const pass of passes) {
    for (const { name, wording } of readings) {
      const candidates = pass.find(source, wording);
      if (candidates.length === 0) continue;
      return { strategy: name === null ? pass.meta.name : `${pass.meta.name} (${name})`, candidates };
    }
  }
  return null;
}

/** Searches for the result of the change, if it contains something that the search does not. */
function replacementAsSearch({ name, wording }: NamedWording): NamedWording[] {
  const { search, replace } = wording;
  const known = new Set(asBlock(search, replace).search.map((line) => line.trim()));
  const isNew = asBlock(search, replace).replace.some(
    (line) => line.trim() !== "" && !known.has(line.trim()),
  );
  return isNew && isTelling(replace) ? [{ name, wording: { search: replace, replace } }] : [];
}
