import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { diskFull } from "./sqlite-errors.ts";

/**
 * Replaces a file's content atomically, through `temporary` on the same file system. When it resolves, the
 * content survives a power failure; when it throws, the old content is still there.
 */
export async function replaceFile(target: string, content: Uint8Array, temporary: string): Promise<void> {
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await writeFully(handle, content, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw asPersonError(error, target);
  }
}

/** Appends bytes at `size`, the end of the file according to the caller; undoes a partial write. */
export async function appendToFile(path: string, content: Uint8Array, size: number): Promise<void> {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW } = constants;
  try {
    const handle = await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      await writeFully(handle, content, size);
      await handle.datasync();
    } catch (error) {
      await handle.truncate(size).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
    if (size === 0) await syncFolder(dirname(path));
  } catch (error) {
    throw asPersonError(error, path);
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A write may accept only part of the bytes, without an error, when the disk is nearly full. */
async function writeFully(handle: FileHandle, content: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < content.length) {
    const rest = content.length - written;
    const { bytesWritten } = await handle.write(content, written, rest, position + written);
    if (bytesWritten === 0) throw Object.assign(new Error("nothing could be written"), { code: "ENOSPC" });
    written += bytesWritten;
  }
}

export function asPersonError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(path, error);
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return new AgentForgeError("read_only", `Cannot write ${path}.`, {
      hint: "Make sure that you can write to the .agentforge folder.",
      cause: error,
    });
  }
  return error;
}
