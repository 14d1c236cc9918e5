import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Looped write, flush, rename, flush of the folder: after it resolves, the file survives a power cut whole. Where
 * several processes may write the same file at once, each needs a temporary name of its own.
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
  temporary = `${path}.tmp`,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(temporary, { force: true });
  {
    // Exclusive, so that a link of that name, which a repository may carry, is never written through.
    await using file = await open(temporary, "wx", mode);
    await file.writeFile(content);
    await file.sync();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

/** Patient, because a git process whose parent was killed may still be writing there. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });
}
