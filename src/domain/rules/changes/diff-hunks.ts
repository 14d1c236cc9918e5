import { pathInHeader } from "./diff-path.ts";

interface HunkLine {
  readonly kind: "context" | "added" | "removed";
  /** Line numbers, from 1; null on the side that does not have the line. */
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
  /** The file ends here without a line break. */
  readonly no_newline?: boolean;
}

export interface Hunk {
  readonly old_start: number;
  readonly old_lines: number;
  readonly new_start: number;
  readonly new_lines: number;
  /** The heading git prints after the line numbers, such as the function. */
  readonly heading: string;
  readonly lines: readonly HunkLine[];
}

type Growing = Omit<Hunk, "lines"> & { lines: HunkLine[] };

/** The hunks of a unified diff in git's format, by path (the old path if the file was removed). */
export function readHunks(diff: string): ReadonlyMap<string, readonly Hunk[]> {
  const files = new Map<string, Growing[]>();
  let [from, path] = ["", ""];
  let place: Place | null = null;
  for (const line of diff.split("\n")) {
    if (place !== null && takeLine(place, line)) continue;
    place = null;
    if (line.startsWith("--- ")) from = pathInHeader(line.slice(4));
    if (line.startsWith("+++ ")) {
      const to = pathInHeader(line.slice(4));
      path = to === "/dev/null" ? from : to;
    }
    const hunk = startHunk(line);
    if (hunk === null) continue;
    files.set(path, [...(files.get(path) ?? []), hunk]);
    place = {
      hunk,
      old: hunk.old_start,
      new: hunk.new_start,
      oldLeft: hunk.old_lines,
      newLeft: hunk.new_lines,
    };
  }
  return files;
}

interface Place {
  readonly hunk: Growing;
  old: number;
  new: number;
  oldLeft: number;
  newLeft: number;
}

function startHunk(line: string): Growing | null {
  const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line);
  if (match === null) return null;
  const [, oldStart, oldLines, newStart, newLines, heading = ""] = match;
  return {
    old_start: Number(oldStart),
    old_lines: Number(oldLines ?? 1),
    new_start: Number(newStart),
    new_lines: Number(newLines ?? 1),
    heading,
    lines: [],
  };
}

/** False if the hunk is complete and the line belongs to what follows. */
function takeLine(place: Place, line: string): boolean {
  const { lines } = place.hunk;
  if (line.startsWith("\\")) {
    const last = lines.pop();
    if (last !== undefined) lines.push({ ...last, no_newline: true });
    return true;
  }
  if (place.oldLeft <= 0 && place.newLeft <= 0) return false;
  const text = line.slice(1);
  if (line.startsWith("+")) {
    lines.push({ kind: "added", old: null, new: place.new, text });
    place.new += 1;
    place.newLeft -= 1;
    return true;
  }
  if (line.startsWith("-")) {
    lines.push({ kind: "removed", old: place.old, new: null, text });
    place.old += 1;
    place.oldLeft -= 1;
    return true;
  }
  lines.push({ kind: "context", old: place.old, new: place.new, text });
  place.old += 1;
  place.new += 1;
  place.oldLeft -= 1;
  place.newLeft -= 1;
  return true;
}
