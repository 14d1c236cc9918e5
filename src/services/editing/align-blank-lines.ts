import { isBlank } from "./lines.ts";
import type { SourceIndex } from "./source-index.ts";

/**
 * The file line of every search line, given those of the nonblank ones: a blank line maps to a blank file
 * line next to the same neighbor, if there is one.
 */
export function alignBlankLines(
  source: SourceIndex,
  search: readonly string[],
  filled: readonly number[],
  lines: readonly number[],
): (number | null)[] {
  const at: (number | null)[] = search.map(() => null);
  filled.forEach((index, order) => {
    at[index] = lines[order] ?? null;
  });
  const blankAt = (line: number) => line >= 0 && line < source.lineCount && isBlank(source.lines[line] ?? "");
  for (let index = (filled[0] ?? 0) - 1; index >= 0; index -= 1) {
    const line = (at[index + 1] ?? Number.NaN) - 1;
    if (blankAt(line)) at[index] = line;
  }
  for (let index = (filled[0] ?? 0) + 1; index < search.length; index += 1) {
    const line = (at[index - 1] ?? Number.NaN) + 1;
    if (at[index] === null && blankAt(line)) at[index] = line;
  }
  return at;
}
