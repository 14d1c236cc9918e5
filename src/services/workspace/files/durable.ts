import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createPauses, type Pauses } from "../attempts/pauses.ts";

/**
 * Writes, flushes, renames, and flushes the folder: once it resolves, the complete file survives a power
 * failure. If several processes may write the same file at once, each needs its own temporary name.
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
    // Exclusive, so that a link of that name in a repository is never written through.
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

/** Retries, because a git process whose parent was killed may still be writing there. */
export async function removeFolder(path: string): Promise<void> {
  const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  // the fallback removes or reports whatever is left
  if (isFolder) await removeBelow(path, createPauses()).catch(() => undefined);
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });
}

async function removeBelow(folder: string, pauses: Pauses): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeBelow(path, pauses);
    else unlinkSync(path);
    if (pauses.isDue()) await pauses.take();
  }
  rmdirSync(folder);
}
