import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const noFollow = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Holds the folder open, so that it can be read after the sandbox and its mounts are gone. */
export function openFolder(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/**
 * Reads the named plain files of an open folder. Links, folders, pipes and names with a slash are skipped;
 * nothing written by hostile code is followed.
 */
export function readArtifacts(
  folder: number,
  names: readonly string[],
  maxBytes: number,
): Record<string, Uint8Array> {
  const found: Record<string, Uint8Array> = {};
  let left = maxBytes;
  for (const name of names) {
    if (name === "" || name === "." || name === ".." || name.includes("/") || name.includes("\0")) continue;
    const content = readPlainFile(`/proc/self/fd/${folder}/${name}`, left);
    if (content === null) continue;
    left -= content.length;
    found[name] = content;
  }
  return found;
}

export function readPlainFile(path: string, maxBytes: number): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, noFollow);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > maxBytes) return null;
    const content = Buffer.alloc(stat.size);
    let length = 0;
    while (length < content.length) {
      const read = readSync(file, content, length, content.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return content.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
