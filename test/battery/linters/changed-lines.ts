/** `path:line` of every old line that a diff without context replaces, and of the lines around an insertion. */
export function changedLines(diff: string): ReadonlySet<string> {
  const places = new Set<string>();
  let path = "";
  for (const line of diff.split("\n")) {
    path = /^--- a\/(.*)$/.exec(line)?.[1] ?? path;
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (hunk === null) continue;
    const [start, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    // For an insertion, git names the preceding line.
    const last = count === 0 ? start + 1 : start + count - 1;
    for (let at = start; at <= last; at++) places.add(`${path}:${at}`);
  }
  return places;
}
