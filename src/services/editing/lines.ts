export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";

export const isBlank = (line: string): boolean => line.trim() === "";

export const countFilled = (lines: readonly string[]): number =>
  lines.reduce((count, line) => (isBlank(line) ? count : count + 1), 0);

export const withUnixEnds = (text: string): string => text.replaceAll("\r\n", "\n");

/** Whole lines: a last line end closes the last line instead of opening an empty one. */
export function wholeLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/**
 * Search and replacement as whole lines. A search that stops before its last line's end leaves that end in
 * the file: one at the end of the replacement then opens another, empty line.
 */
export function asBlock(search: string, replace: string): { search: string[]; replace: string[] } {
  if (!search.endsWith("\n")) return { search: search.split("\n"), replace: replace.split("\n") };
  return { search: wholeLines(search), replace: wholeLines(replace) };
}
