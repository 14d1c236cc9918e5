import type { ChangeSet, FileState } from "../../../domain/entities/code-change.ts";
import type { Hunk } from "../../../domain/rules/changes/diff-hunks.ts";
import { textOf } from "../../../domain/rules/changes/file-text.ts";
import type { DiffFile } from "../api/reviews.ts";

const LINK = "120000";
const MOST_EDITABLE = 500_000;

/** One file of a change for display: its hunks, and its new text for editing. */
export function shownFile(
  { path, before, after }: ChangeSet["files"][number],
  hunks: readonly Hunk[],
): DiffFile {
  const count = (kind: "added" | "removed") =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  const text = after === null || after.mode === LINK ? null : showable(after);
  const isBinary = [before, after].some((state) => state !== null && showable(state) === null);
  return {
    path,
    status: before === null ? "added" : after === null ? "removed" : "changed",
    mode:
      before !== null && after !== null && before.mode !== after.mode
        ? { before: before.mode, after: after.mode }
        : null,
    binary: isBinary,
    added: count("added"),
    removed: count("removed"),
    hunks: hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })),
    after_text: text !== null && text.length <= MOST_EDITABLE ? text : null,
  };
}

/** Null if it is not text. */
function showable(state: NonNullable<FileState>): string | null {
  const text = textOf(state);
  return text?.includes("\0") ? null : text;
}
