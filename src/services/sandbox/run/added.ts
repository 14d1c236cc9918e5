import { closeSync } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Excludes setuid and setgid bits, which would give a program the rights of the file's owner on the host. */
const PLAIN_RIGHTS = 0o777;
/** Folders that git and AgentForge act on. */
const NEVER_KEPT = [".git", ".agentforge"];

/**
 * Copies what a command added to its tree: every file, folder and link whose path did not exist before.
 * Changes to existing files are not copied, and neither are pipes, sockets and devices. Links are copied as
 * links and never followed. The command has ended by then, so nothing changes during the copy. Closes the
 * folder.
 */
export async function copyAdded(folder: number, tree: string, to: string): Promise<void> {
  try {
    await copyNew(`/proc/self/fd/${folder}`, tree, to);
  } finally {
    closeSync(folder);
  }
}

/** The same for a folder given by its path. */
export async function copyNew(from: string, before: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NEVER_KEPT.includes(entry.name)) continue;
    const source = join(from, entry.name);
    const known = join(before, entry.name);
    const target = join(to, entry.name);
    const present = await lstat(known).catch(() => null);
    if (present === null) await copyWhole(source, target);
    else if (present.isDirectory() && entry.isDirectory()) await copyNew(source, known, target);
  }
}

async function copyWhole(source: string, target: string): Promise<void> {
  const found = await lstat(source);
  if (found.isFile() || found.isSymbolicLink()) await mkdir(join(target, ".."), { recursive: true });
  if (found.isSymbolicLink()) return symlink(await readlink(source), target);
  if (found.isFile()) {
    await copyFile(source, target);
    return chmod(target, found.mode & PLAIN_RIGHTS);
  }
  if (!found.isDirectory()) return;
  await mkdir(target, { recursive: true });
  for (const name of await readdir(source))
    if (!NEVER_KEPT.includes(name)) await copyWhole(join(source, name), join(target, name));
}
