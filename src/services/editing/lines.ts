export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";

export const isBlank = (line: string): boolean => line.trim() === "";

export const countFilled = (lines: readonly string[]): number =>
  lines.reduce((count, line) => (isBlank(line) ? count : count + 1), 0);

export const withUnixEnds = (text: string): string => text.replaceAll("\r\n", "\n");

/** Whole lines: a final line ending ends the last line instead of starting an empty one. */
export function wholeLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/**
 * Search and replacement as whole lines. If the search text stops before its last line ending, that ending
 * stays in the file, so one at the end of the replacement starts another, empty line.
 */
export function asBlock(search: string, replace: string): { search: string[]; replace: string[] } {
  if (!search.endsWith("\n")) return { search: search.split("\n"), replace: replace.split("\n") };
  return { search: wholeLines(search), replace: wholeLines(replace) };
}
