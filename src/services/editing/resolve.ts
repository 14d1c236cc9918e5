import type { Change, EditProblem, LineChange, LineSpan, SearchChange } from "../../domain/ports/editing.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { closestPlace, placeAt, preview, spanOf } from "./diagnose.ts";
import { type FileHunk, render, toHunks } from "./hunks.ts";
import { wholeLines, withUnixEnds } from "./lines.ts";
import { type Located, locate } from "./locate.ts";
import { merge } from "./merge.ts";
import type { Candidate, OutputLine } from "./pass.ts";
import type { SourceIndex } from "./source-index.ts";

type Problem = Pick<EditProblem, "code" | "message" | "closest" | "candidates">;

/** Finds the place of one change in its file. */
export type Resolved =
  | {
      readonly status: "applies";
      readonly strategy: string;
      readonly score: number;
      readonly runnerUp: number | null;
      readonly places: readonly (readonly FileHunk[])[];
    }
  | { readonly status: "noop"; readonly lines: LineSpan; readonly message: string }
  | { readonly status: "refused"; readonly problem: Problem };

/** Whether a whole text is valid; null if that is unknown. */
export type TextCheck = (text: string) => boolean | null;

export function resolveChange(source: SourceIndex, change: Change, check: TextCheck): Resolved {
  return change.kind === "lines" ? resolveLines(source, change) : resolveSearch(source, change, check);
}

function resolveLines(source: SourceIndex, change: LineChange): Resolved {
  const { start, end } = change;
  const valid = Number.isInteger(start) && Number.isInteger(end) && start >= 1 && end >= start - 1;
  if (!valid || end > source.lineCount || start > source.lineCount + 1) {
    return refuse({
      code: "bad_range",
      message: `Lines ${start} to ${end} are not in the file, which has ${counted(source.lineCount, "line")}. Lines are numbered from 1, both ends inclusive; to insert before line n use start n and end n - 1.`,
    });
  }
  const from = start - 1;
  const search = source.lines.slice(from, end);
  const replace = wholeLines(withUnixEnds(source.adopt(change.text)));
  const alignment = { from, to: end, at: search.map((_, index) => from + index) };
  const output = merge(source.lines, alignment, search, replace, (line) => line) ?? replace;
  const hunks = toHunks(from, end, output);
  if (hunks.length === 0) return noop(from, end, "The lines already have this content.");
  return { status: "applies", strategy: "lines", score: 1, runnerUp: null, places: [hunks] };
}

function resolveSearch(source: SourceIndex, change: SearchChange, check: TextCheck): Resolved {
  const wording = {
    search: withUnixEnds(source.adopt(change.search)),
    replace: withUnixEnds(source.adopt(change.replace)),
  };
  if (wording.search.trim() === "") {
    return refuse({
      code: "empty_search",
      message:
        "The search text is empty. Quote the lines to change, or use a line range (to insert, end = start - 1).",
    });
  }
  const located = locate(source, wording);
  if (located.status === "there") {
    return noop(
      located.from,
      located.to,
      "The replacement is already in the file, and the search text is not.",
    );
  }
  if (located.status === "doubtful") return refuse(doubtful(source, located));
  if (located.status === "absent") return refuse(notFound(source, wording));
  const chosen = choose(located.candidates, change);
  if (chosen === null) return refuse(ambiguous(source, located.candidates, change));
  const [first] = chosen;
  const outputs = chosen.map((candidate) => settleIndentation(source, candidate, check));
  if (first === undefined || outputs.includes(null)) return refuse(unclear(source, wording.search, chosen));
  const places = chosen.map((candidate, index) =>
    toHunks(candidate.from, candidate.to, outputs[index] ?? []),
  );
  if (places.every((hunks) => hunks.length === 0))
    return noop(first.from, first.to, "The text already has this content.");
  const { strategy } = located;
  return { status: "applies", strategy, score: first.score, runnerUp: first.runnerUp, places };
}

/** Null if the request is ambiguous. */
function choose(candidates: readonly Candidate[], change: SearchChange): readonly Candidate[] | null {
  const { occurrence, line } = change;
  if (occurrence === "all") return candidates;
  if (occurrence !== undefined) {
    const chosen = candidates[occurrence - 1];
    return chosen === undefined ? null : [chosen];
  }
  if (candidates.length === 1) return candidates;
  if (line === undefined) return null;
  const distance = (candidate: Candidate) => Math.max(candidate.from + 1 - line, line - candidate.to, 0);
  const [nearest, next] = candidates.toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined || (next !== undefined && distance(next) === distance(nearest))) return null;
  return [nearest];
}

/** New lines that were re-indented must leave the file valid, if it was valid before and that can be checked. */
function settleIndentation(
  source: SourceIndex,
  candidate: Candidate,
  check: TextCheck,
): readonly OutputLine[] | null {
  const [likeliest] = candidate.outputs;
  if (likeliest === undefined || !candidate.reindented) return likeliest ?? null;
  const verdict = (output: readonly OutputLine[]) =>
    check(render(source, toHunks(candidate.from, candidate.to, output)));
  if (candidate.open !== true && verdict(likeliest) !== false) return likeliest;
  const valid = candidate.outputs.filter((output) => verdict(output) === true);
  if (valid.length === 1) return valid[0] ?? null;
  if (candidate.open === true) return null;
  return check(render(source, [])) === true ? null : likeliest;
}

const refuse = (problem: Problem): Resolved => ({ status: "refused", problem });

const noop = (from: number, to: number, message: string): Resolved => ({
  status: "noop",
  lines: spanOf(from, to),
  message,
});

function notFound(source: SourceIndex, wording: { search: string; replace: string }): Problem {
  const closest = closestPlace(source, wording);
  if (closest === undefined) {
    return {
      code: "not_found",
      message:
        "The search text is not in the file, nor anything like it. Read the file again, or check the path.",
    };
  }
  const { kind, line, found, searched } = closest.difference;
  return {
    code: "not_found",
    message: [
      `The search text is not in the file. Closest: lines ${closest.lines.start} to ${closest.lines.end}, which differ first at line ${line} (${kind.replace("_", " ")}).`,
      `  file:   ${JSON.stringify(found)}`,
      `  search: ${JSON.stringify(searched)}`,
      ADVICE[kind],
    ].join("\n"),
    closest,
  };
}

const ADVICE = {
  indentation: "Copy the lines with the indentation the file has.",
  trailing_space: "Copy the line with the spaces the file has at its end.",
  escape: "Send the text unescaped, exactly as in the file.",
  punctuation: "Use the quotes, dashes and spaces the file has.",
  spelling: "Copy the line exactly; if you mean another place, quote that one.",
  missing_line: "Quote consecutive lines without leaving any out.",
  stale: "The file has different text there. Read it again and quote its current text.",
} as const;

function ambiguous(source: SourceIndex, candidates: readonly Candidate[], change: SearchChange): Problem {
  const numbers = candidates.map((candidate) => candidate.from + 1);
  const asked =
    typeof change.occurrence === "number" ? `There is no occurrence ${change.occurrence}: the` : "The";
  return {
    code: "ambiguous",
    message: `${asked} search text occurs at ${numbers.length} places, starting at lines ${numbers.join(", ")}. Quote more lines around the one you mean, or give line or occurrence.`,
    candidates: candidates.map(({ from, to }) => ({
      lines: spanOf(from, to),
      preview: preview(source, from, to),
    })),
  };
}

function doubtful(source: SourceIndex, located: Extract<Located, { status: "doubtful" }>): Problem {
  const places = [located.result, ...located.candidates];
  return {
    code: "ambiguous",
    message: `The replacement is already in the file, at line ${located.result.from + 1}, and something like the search text still is at line ${(located.candidates[0]?.from ?? 0) + 1}. If you want to change that too, quote it exactly as in the file.`,
    candidates: places.map(({ from, to }) => ({
      lines: spanOf(from, to),
      preview: preview(source, from, to),
    })),
  };
}

function unclear(source: SourceIndex, search: string, chosen: readonly Candidate[]): Problem {
  const from = chosen[0]?.from ?? 0;
  return {
    code: "indentation_unclear",
    message: `The lines are there (from line ${from + 1}) but indented differently, so the indentation of the new lines is unclear. Quote and write them with the file's own indentation.`,
    closest: placeAt(source, wholeLines(search), from),
  };
}
