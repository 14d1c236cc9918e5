import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Where the system's programs are: the distribution's own first, then what its administrator has added. The scripts
 * that set a sandbox up search the same folders, so that what was found is what runs.
 */
export const systemPath: readonly string[] =
  "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin".split(":");

/** Folders at the root that are part of `/usr` on most systems. */
export const rootFolders: readonly string[] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

export const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

export const isWithin = (path: string, folder: string): boolean => path === folder || isBelow(path, folder);

/** The real path, or null if it does not exist. */
export function realpath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Without the slash at its end. */
export const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, "");

/** The nearest folder at or above a path that passes a test, or null. */
export function enclosing(folder: string, test: (root: string) => boolean): string | null {
  for (let root = folder; root !== dirname(root); root = dirname(root)) if (test(root)) return root;
  return null;
}
