import { closeSync, constants, fsync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { AgentForgeError } from "../../domain/errors.ts";
import { diskFull } from "./sqlite-errors.ts";

export interface Replacement {
  readonly target: string;
  readonly content: Uint8Array;
  /** A free path on the same file system. */
  readonly temporary: string;
}

/**
 * Replaces the content of each file atomically. When it resolves, all of it survives a power failure; when it
 * throws, each file has either its old or its new content.
 */
export async function replaceFiles(files: readonly Replacement[]): Promise<void> {
  try {
    const written = await Promise.allSettled(files.map(writeTemporary));
    for (const result of written) if (result.status === "rejected") throw result.reason;
    for (const { target, temporary } of files) await explained(target, () => renameSync(temporary, target));
    for (const folder of new Set(files.map(({ target }) => dirname(target))))
      await explained(folder, () => syncFolder(folder));
  } catch (error) {
    for (const { temporary } of files) rmSync(temporary, { force: true });
    throw error;
  }
}

/** Only the sync waits for the disk; awaiting the other calls would cost more than they do. */
function writeTemporary({ target, content, temporary }: Replacement): Promise<void> {
  return explained(target, async () => {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeFully(file, content, 0);
      await synced(file);
    } finally {
      closeSync(file);
    }
  });
}

const synced = promisify(fsync);

async function explained(path: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw asPersonError(error, path);
  }
}

/** Appends bytes at `size`, the end of the file according to the caller; undoes a partial write. */
export async function appendToFile(path: string, content: Uint8Array, size: number): Promise<void> {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW } = constants;
  try {
    const handle = await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      writeFully(handle.fd, content, size);
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
function writeFully(file: number, content: Uint8Array, position: number): void {
  let written = 0;
  while (written < content.length) {
    const accepted = writeSync(file, content, written, content.length - written, position + written);
    if (accepted === 0) throw Object.assign(new Error("nothing could be written"), { code: "ENOSPC" });
    written += accepted;
  }
}

export function asPersonError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(path, error);
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return new AgentForgeError("read_only", `${path} cannot be written`, {
      hint: "Make sure that you can write to the .agentforge folder.",
      cause: error,
    });
  }
  return error;
}
