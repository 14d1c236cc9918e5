import type { ChangeSet, FileState } from "../../../domain/entities/code-change.ts";
import type { Hunk } from "../../../domain/rules/changes/diff-hunks.ts";
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
  const text = after === null || after.mode === LINK ? null : textOf(after);
  const isBinary = [before, after].some((state) => state !== null && textOf(state) === null);
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
function textOf(state: NonNullable<FileState>): string | null {
  try {
    const bytes = Buffer.from(state.content_base64, "base64");
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
