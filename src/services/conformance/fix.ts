import type { TextEdit } from "../../domain/entities/patch.ts";

/** Removing everything on a line removes the line, so that no blank line remains. */
export function removeWithLine(text: string, edit: TextEdit): TextEdit {
  if (edit.text !== "") return edit;
  const start = text.lastIndexOf("\n", edit.start - 1) + 1;
  const newline = text.indexOf("\n", edit.end);
  const end = newline < 0 ? text.length : newline + 1;
  const alone = text.slice(start, edit.start).trim() === "" && text.slice(edit.end, end).trim() === "";
  return alone ? { ...edit, start, end } : edit;
}

/**
 * Applies edits whose offsets refer to the original text. Of two that overlap, the later one in the file is
 * skipped; an insertion that several of them make at the same place, such as an import, is made once.
 */
export function applyEdits(text: string, edits: readonly Pick<TextEdit, "start" | "end" | "text">[]): string {
  let result = "";
  let at = 0;
  const inserted = new Set<string>();
  for (const edit of [...edits].sort((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < at) continue;
    if (edit.start === edit.end) {
      const insertion = `${edit.start} ${edit.text}`;
      if (inserted.has(insertion)) continue;
      inserted.add(insertion);
    }
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
