import type { Reindent } from "./indentation.ts";
import { isBlank } from "./lines.ts";
import type { OutputLine } from "./pass.ts";
import { pairSequences } from "./sequence-diff.ts";

/** Where the searched lines lie in the file. */
export interface Alignment {
  readonly from: number;
  readonly to: number;
  /** File line of each searched line; null for a blank one the file does not have. */
  readonly at: readonly (number | null)[];
}

/**
 * What the file lines [from, to) become. A line the request leaves as it is stays the file's own, byte for
 * byte, however it was spelled in the search. File lines the search left out stay where both neighbours
 * stay; null where they would be lost in a changed place, or where a new line's indentation is unknown.
 */
export function merge(
  file: readonly string[],
  alignment: Alignment,
  search: readonly string[],
  replace: readonly string[],
  reindent: Reindent,
): readonly OutputLine[] | null {
  const output: OutputLine[] = [];
  const pairs = pairSequences(search, replace);
  let previous = -1;
  let changed = false;
  for (const [position, line] of replace.entries()) {
    const kept = pairs[position] ?? -1;
    if (kept === -1) {
      const text = reindent(line, position);
      if (text === null) return null;
      output.push(text);
      changed = true;
      continue;
    }
    if (!carryOver(file, alignment, previous, kept, changed, output)) return null;
    const at = alignment.at[kept] ?? null;
    if (at !== null) output.push(at);
    previous = kept;
    changed = false;
  }
  return carryOver(file, alignment, previous, search.length, changed, output) ? output : null;
}

/** File lines between two kept ones that the search does not have. */
function carryOver(
  file: readonly string[],
  alignment: Alignment,
  previous: number,
  next: number,
  changed: boolean,
  output: OutputLine[],
): boolean {
  const searched = new Set(alignment.at.slice(previous + 1, next));
  const start = previous === -1 ? alignment.from : lastAt(alignment, previous) + 1;
  const end = next === alignment.at.length ? alignment.to : firstAt(alignment, next);
  const untouched = !changed && next === previous + 1;
  for (let line = start; line < end; line += 1) {
    if (searched.has(line)) continue;
    if (untouched) output.push(line);
    else if (!isBlank(file[line] ?? "")) return false;
  }
  return true;
}

function lastAt(alignment: Alignment, index: number): number {
  for (let i = index; i >= 0; i -= 1) {
    const at = alignment.at[i];
    if (typeof at === "number") return at;
  }
  return alignment.from - 1;
}

function firstAt(alignment: Alignment, index: number): number {
  for (let i = index; i < alignment.at.length; i += 1) {
    const at = alignment.at[i];
    if (typeof at === "number") return at;
  }
  return alignment.to;
}
