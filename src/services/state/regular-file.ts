import { constants, lstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AgentForgeError } from "../../domain/errors.ts";

/** The bytes of a file; null if there is none. */
export function readRegularFile(file: string): Promise<Buffer | null> {
  return withFile(file, (handle) => handle.readFile());
}

/** The size of a file and its last bytes, up to `length`; null if there is none. */
export function readTail(file: string, length: number): Promise<{ size: number; tail: Buffer } | null> {
  return withFile(file, async (handle) => {
    const { size } = await handle.stat();
    const wanted = Math.min(size, length);
    const { buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, size - wanted);
    return { size, tail: buffer };
  });
}

/** Opens without following a link or waiting for a pipe; null if there is nothing. */
async function withFile<T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T | null> {
  let handle: FileHandle;
  try {
    // The most frequent case: opening would fail, which costs several times as much.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    if (code === "ELOOP") throw new AgentForgeError("path_refused", `${file} is a link, not a file`);
    throw error;
  }
  try {
    if (!(await handle.stat()).isFile()) throw new AgentForgeError("path_refused", `${file} is not a file`);
    return await use(handle);
  } finally {
    await handle.close();
  }
}
