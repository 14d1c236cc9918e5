import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

const OTHERS = 0o077;
/** Copies of the user's tree keep the modes that tests need; what git shares has git's. The folder around them is shut. */
const LEFT = new Set([
  "attempts",
  "desks",
  "contracts",
  "schemas",
  "config.yaml",
  "harness.json",
  ".gitignore",
]);

/**
 * Shuts a state folder that others may look into, as older versions made it, with all that is in it. One that is shut
 * already costs one look. What belongs to another user is left to them.
 */
export async function tightenState(folder: string): Promise<void> {
  const found = await lstat(folder);
  if ((found.mode & OTHERS) === 0 || !isOurs(found.uid)) return;
  for (const name of await readdir(folder)) if (!LEFT.has(name)) await tighten(join(folder, name));
  await chmod(folder, 0o700);
}

async function tighten(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink() || !isOurs(found.uid)) return;
  if (found.isDirectory()) for (const name of await readdir(path)) await tighten(join(path, name));
  if ((found.mode & OTHERS) !== 0) await chmod(path, found.mode & 0o7777 & ~OTHERS);
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
