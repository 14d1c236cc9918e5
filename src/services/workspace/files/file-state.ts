import { createHash } from "node:crypto";
import type { FileState } from "../../../domain/entities/code-change.ts";

/** A file on disk: its bytes and whether it is executable. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fileState(content: FileContent | null): FileState {
  if (content === null) return null;
  return {
    mode: content.executable ? "100755" : "100644",
    sha256: sha256(content.bytes),
    content_base64: Buffer.from(content.bytes).toString("base64"),
  };
}

/** The files of a change that existed before it. */
export function namesBefore(
  files: readonly { readonly path: string; readonly before: FileState }[],
): ReadonlySet<string> {
  return new Set(files.flatMap(({ path, before }) => (before === null ? [] : [path])));
}

export function fileContent(state: FileState): FileContent | null {
  if (state === null) return null;
  return { bytes: Buffer.from(state.content_base64, "base64"), executable: state.mode === "100755" };
}

export function sameContent(left: FileContent | null, right: FileContent | null): boolean {
  if (left === null || right === null) return left === right;
  return left.executable === right.executable && Buffer.compare(left.bytes, right.bytes) === 0;
}
