import type { TextEdit } from "../../../domain/entities/patch.ts";
import { AgentForgeError } from "../../../domain/errors.ts";

/**
 * The text after all edits to one file. Ranges refer to `text`, in any order; they may touch but not overlap.
 */
export function applyEdits(path: string, text: string, edits: readonly TextEdit[]): string {
  const ordered = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((left, right) => left.start - right.start || left.end - right.end || left.order - right.order);
  let result = "";
  let reached = 0;
  for (const edit of ordered) {
    if (edit.start > edit.end || edit.end > text.length) {
      throw unfit(path, `the range ${edit.start}–${edit.end} is not inside its ${text.length} characters`);
    }
    if (edit.start < reached) throw unfit(path, `two edits overlap at ${edit.start}`);
    result += text.slice(reached, edit.start) + edit.text;
    reached = edit.end;
  }
  result += text.slice(reached);
  if (!result.isWellFormed()) throw unfit(path, "an edit splits a character");
  return result;
}

/** Keeps a byte order mark, so that offsets and bytes agree. */
export function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AgentForgeError("bad_input", `${path} is not UTF-8 text`, {
      hint: "Only text files can be edited by range.",
      cause,
    });
  }
}

function unfit(path: string, why: string): AgentForgeError {
  return new AgentForgeError("bad_input", `the edits to ${path} cannot be applied: ${why}`, {
    hint: "Read the file again and compute the ranges from its current text.",
  });
}
