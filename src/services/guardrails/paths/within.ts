import { isAbsolute, relative } from "node:path";

/** A path without these needs no normalization: `//`, `/./`, `/../`, and the last two at the end. */
const UNTIDY = /\/(?:\/|\.{1,2}(?:\/|$)|$)/;

/** The path from `folder` to `path` with forward slashes, or null if it leads out. */
export function within(folder: string, path: string): string | null {
  // handles most cases without normalizing both: a hook asks several times per event
  if (path.startsWith(`${folder}/`) && !UNTIDY.test(path)) return path.slice(folder.length + 1);
  const found = relative(folder, path);
  return found === ".." || found.startsWith("../") || isAbsolute(found) ? null : found;
}
