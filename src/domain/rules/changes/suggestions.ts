import type { ChangeSet, FileState } from "../../entities/code-change.ts";
import type { Suggestion } from "../../ports/forge.ts";
import { textOf } from "./file-text.ts";

/** Runs of changed lines with no more lines than this between them are one suggestion. */
const NEAREST = 2;
/** Comparing all lines with each other is quadratic: a longer change becomes one suggestion. */
const LONGEST = 400;

/**
 * A change as suggestions on the lines it replaces. Null if a suggestion cannot express it: a file that is
 * added, deleted, changes its mode, or is not text.
 */
export function suggestionsOf(
  { files }: Pick<ChangeSet, "files">,
  note: string,
): readonly Suggestion[] | null {
  const all: Suggestion[] = [];
  for (const { path, before, after } of files) {
    const [old, next] = [commentable(before), commentable(after)];
    if (old === null || next === null || before?.mode !== after?.mode) return null;
    all.push(...blocksOf(old.split("\n"), next.split("\n")).map((block) => ({ ...block, path, note })));
  }
  return all;
}

function commentable(state: FileState): string | null {
  if (state === null || state.mode === "120000" || state.withheld) return null;
  const text = textOf(state);
  return text?.includes("\0") ? null : text;
}

type Block = Pick<Suggestion, "startLine" | "endLine" | "lines">;

/** Every replaced run of lines, with at least one old line to comment on. */
function blocksOf(old: readonly string[], next: readonly string[]): readonly Block[] {
  const runs: { from: number; to: number; newFrom: number; newTo: number }[] = [];
  for (const run of runsOf(old, next)) {
    const last = runs.at(-1);
    if (last !== undefined && run.from - last.to <= NEAREST)
      Object.assign(last, { to: run.to, newTo: run.newTo });
    else runs.push({ ...run });
  }
  return runs.map((run) => {
    // Added lines are attached to the line above them or, at the top of a file, to the line below.
    const [above, below] = run.from === run.to ? (run.from > 0 ? [1, 0] : [0, 1]) : [0, 0];
    const lines = next.slice(run.newFrom - above, run.newTo + below);
    return { startLine: run.from - above + 1, endLine: run.to + below, lines };
  });
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

function* runsOf(old: readonly string[], next: readonly string[]): Generator<Run> {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  const [to, newTo] = [old.length - end, next.length - end];
  if (to - start > LONGEST || newTo - start > LONGEST) yield { from: start, to, newFrom: start, newTo };
  else
    for (const run of differences(old.slice(start, to), next.slice(start, newTo)))
      yield {
        ...{ from: run.from + start, to: run.to + start },
        ...{ newFrom: run.newFrom + start, newTo: run.newTo + start },
      };
}

function* differences(old: readonly string[], next: readonly string[]): Generator<Run> {
  const lengths = longestCommon(old, next);
  const at = (left: number, right: number) => lengths[left]?.[right] ?? 0;
  let [left, right] = [0, 0];
  while (left < old.length || right < next.length) {
    if (left < old.length && right < next.length && old[left] === next[right]) {
      left += 1;
      right += 1;
      continue;
    }
    const [from, newFrom] = [left, right];
    while (left < old.length || right < next.length) {
      if (left < old.length && right < next.length && old[left] === next[right]) break;
      if (right >= next.length || (left < old.length && at(left + 1, right) >= at(left, right + 1)))
        left += 1;
      else right += 1;
    }
    yield { from, to: left, newFrom, newTo: right };
  }
}

/** For each pair of lines, how many lines the rest of both texts have in common. */
function longestCommon(old: readonly string[], next: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  for (let left = old.length - 1; left >= 0; left--) {
    const [row, below] = [table[left], table[left + 1]];
    if (row === undefined || below === undefined) continue;
    for (let right = next.length - 1; right >= 0; right--)
      row[right] =
        old[left] === next[right]
          ? (below[right + 1] ?? 0) + 1
          : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
  }
  return table;
}
