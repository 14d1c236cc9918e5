import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

const OTHERS = 0o077;
/**
 * Copies of the user's tree keep the modes that tests need, and files shared with git keep git's. The folder
 * around them is private.
 */
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
 * Makes a state folder private, with everything in it, if an older version left it open to others. A folder
 * that is already private costs one check. Files of another user are left alone.
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
