import type { TextEdit } from "../../domain/entities/patch.ts";

/** The text after edits whose offsets refer to it as it is; of two that overlap, the later one in the file is left out. */
export function applyEdits(text: string, edits: readonly Pick<TextEdit, "start" | "end" | "text">[]): string {
  let result = "";
  let at = 0;
  for (const edit of [...edits].sort((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
