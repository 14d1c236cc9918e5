import type { Reindent } from "./indentation.ts";
import { indentOf, isBlank } from "./lines.ts";
import { pairLines } from "./pair-lines.ts";
import type { OutputLine } from "./pass.ts";

/** The file lines that match the search lines. */
export interface Alignment {
  readonly from: number;
  readonly to: number;
  /** The file line of each search line; null for a blank one that the file does not have. */
  readonly at: readonly (number | null)[];
}

/**
 * The new content of the file lines [from, to). A line that the request leaves unchanged keeps the file's
 * bytes, no matter how the search spelled it. File lines that the search omitted stay if both neighbors stay;
 * null if they would be lost in a changed place, or if a new line's indentation is unknown.
 */
export function merge(
  file: readonly string[],
  alignment: Alignment,
  search: readonly string[],
  replace: readonly string[],
  reindent: Reindent,
): readonly OutputLine[] | null {
  const output: OutputLine[] = [];
  const pairs = pairLines(search, replace);
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
    if (!carryOver({ file, alignment, output }, previous, kept, changed)) return null;
    const at = alignment.at[kept] ?? null;
    if (at !== null && line === search[kept]) output.push(at);
    else if (at !== null)
      output.push(
        isBlank(line) ? (reindent(line, position) ?? "") : indentOf(file[at] ?? "") + line.trimStart(),
      );
    previous = kept;
    changed = false;
  }
  return carryOver({ file, alignment, output }, previous, search.length, changed) ? output : null;
}

/** File lines between two kept ones that the search does not have; false if they would be lost. */
function carryOver(
  {
    file,
    alignment,
    output,
  }: {
    readonly file: readonly string[];
    readonly alignment: Alignment;
    readonly output: OutputLine[];
  },
  previous: number,
  next: number,
  changed: boolean,
): boolean {
  const searched = new Set(alignment.at.slice(previous + 1, next));
  const start = previous === -1 ? alignment.from : lastAt(alignment, previous) + 1;
  const end = next === alignment.at.length ? alignment.to : firstAt(alignment, next);
  const untouched = !changed && next === previous + 1;
  let written = untouched ? newBlankLines(file, output) : 0;
  for (let line = start; line < end; line += 1) {
    if (searched.has(line)) continue;
    const blank = isBlank(file[line] ?? "");
    if (!untouched) {
      if (!blank) return false;
    } else if (blank && written > 0) written -= 1;
    else output.push(line);
  }
  return true;
}

/** Blank lines that the request itself wrote, so the file's own need not be kept in addition. */
function newBlankLines(file: readonly string[], output: readonly OutputLine[]): number {
  let count = 0;
  for (let index = output.length - 1; index >= 0; index -= 1) {
    const line = output[index] ?? "";
    if (!isBlank(typeof line === "string" ? line : (file[line] ?? ""))) break;
    if (typeof line === "string") count += 1;
  }
  return count;
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
