import type { TextEdit } from "../../../domain/entities/patch.ts";

/** The new contents of the files that edits touch. Offsets refer to the given contents. */
export function applyEdits(
  edits: readonly TextEdit[],
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    const text = changed.get(edit.path) ?? texts.get(edit.path) ?? "";
    changed.set(edit.path, text.slice(0, edit.start) + edit.text + text.slice(edit.end));
  }
  return changed;
}
