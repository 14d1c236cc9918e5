import { type Dirent, existsSync, readdirSync } from "node:fs";

/** What is in the folders below a root. Each folder is read once, when something in it is first asked for. */
export interface Listing {
  /** Throws if the folder cannot be read. */
  entries(folder: string): readonly Dirent[];
  /** Whether there is something at this path, also behind a link. */
  has(path: string): boolean;
}

export function createListing(root: string): Listing {
  const known = new Map<string, readonly Dirent[] | null>();

  function read(folder: string): readonly Dirent[] {
    const entries = readdirSync(absolute(folder), { withFileTypes: true });
    known.set(folder, entries);
    return entries;
  }

  /** Null if the folder cannot be read. */
  function readable(folder: string): readonly Dirent[] | null {
    const entries = known.get(folder);
    if (entries !== undefined) return entries;
    if (folder !== "" && !has(folder)) return [];
    try {
      return read(folder);
    } catch {
      known.set(folder, null);
      return null;
    }
  }

  /** The folder's entries answer without another system call, except for links, which may lead nowhere. */
  function has(path: string): boolean {
    const end = path.lastIndexOf("/");
    const name = path.slice(end + 1);
    const entries = readable(path.slice(0, Math.max(0, end)));
    const entry = entries?.find((each) => each.name === name);
    if (entry !== undefined && !entry.isSymbolicLink()) return true;
    return (entries === null || entry !== undefined) && existsSync(absolute(path));
  }

  const absolute = (path: string) => (path === "" ? root : `${root}/${path}`);
  return { entries: (folder) => known.get(folder) ?? read(folder), has };
}
