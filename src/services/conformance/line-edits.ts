import type { TextEdit } from "../../domain/entities/patch.ts";
import { diffSequences } from "../../domain/rules/changes/sequence-diff.ts";
import type { Range } from "./range.ts";

interface LineEdit extends TextEdit {
  /** Number of the first line it replaces, and of the line after the last one; equal if it only inserts. */
  readonly firstLine: number;
  readonly afterLine: number;
}

/** The edits by whole lines that turn one text into the other. */
export function lineEdits(path: string, before: string, after: string): readonly LineEdit[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length);
  return diffSequences(old, now).map(({ aStart, aEnd, bStart, bEnd }) => ({
    path,
    start: starts[aStart] ?? 0,
    end: starts[aEnd] ?? before.length,
    text: now.slice(bStart, bEnd).join(""),
    firstLine: aStart + 1,
    afterLine: aEnd + 1,
  }));
}

/** Whether an edit changes a line of the range, or inserts next to one. */
export function touches({ firstLine, afterLine }: LineEdit, { line, endLine }: Range): boolean {
  if (firstLine === afterLine) return firstLine >= line && firstLine <= endLine + 1;
  return firstLine <= endLine && afterLine > line;
}

/** With their line endings. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
