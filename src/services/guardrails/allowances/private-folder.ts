import { lstatSync, mkdirSync } from "node:fs";

/** Creates a folder that only its owner can enter. Throws if it belongs to another user, is a link, or is open to others. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isPrivate(folder)) throw new Error(`${folder} is not a folder that only you can write to`);
}

/** False if it does not exist. */
export function isPrivate(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return false;
  const user = process.getuid?.();
  return (user === undefined || found.uid === user) && (found.mode & 0o022) === 0;
}
