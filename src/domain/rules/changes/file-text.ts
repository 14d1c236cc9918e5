import type { ChangeSet, FileState } from "../../entities/code-change.ts";
import type { SourceFile } from "../../ports/repair.ts";

/** The whole text of one side of a file, with a byte order mark if it has one; null if there is none, or it is not UTF-8. */
export function textOf(state: FileState): string | null {
  return state === null ? null : textIn(bytesOf(state));
}

/** The same for bytes; null if they are not UTF-8. */
export function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One side of every changed file that exists there. For reading: bytes that are not UTF-8 are replaced. */
export function textsOf({ files }: Pick<ChangeSet, "files">, side: "before" | "after"): SourceFile[] {
  return files.flatMap((file) => {
    const state = file[side];
    if (state === null) return [];
    return [{ path: file.path, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(state)) }];
  });
}

function bytesOf({ content_base64 }: NonNullable<FileState>): Uint8Array {
  const characters = atob(content_base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
