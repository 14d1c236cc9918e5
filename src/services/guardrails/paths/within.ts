import { isAbsolute, relative } from "node:path";

/** The path from `folder` to `path` with forward slashes, or null where it leads out. */
export function within(folder: string, path: string): string | null {
  const found = relative(folder, path);
  return found === ".." || found.startsWith("../") || isAbsolute(found) ? null : found;
}
