import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";

/**
 * Sockets, pipes and devices below a folder, relative to it. A socket in a visible folder leads to a process
 * on the host, even through a read-only mount.
 */
export type FindSpecialFiles = (folder: string) => Promise<readonly string[]>;

interface Seen {
  readonly entries: number;
  readonly folders: readonly string[];
  readonly special: readonly string[];
}

/** Caches every folder until it changes, so that only the first scan of a large `node_modules` takes time. */
export function createSpecialFileFinder(): FindSpecialFiles {
  const lookAt = rememberFolders(look);
  return async (root) => {
    const found: string[] = [];
    const folders = [""];
    const pauseAfter = createScanPauses();
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const now = lookAt(folder === "" ? root : `${root}/${folder}`);
      const prefix = folder === "" ? "" : `${folder}/`;
      for (const name of now.special) found.push(prefix + name);
      for (const name of now.folders) folders.push(prefix + name);
      await pauseAfter(now.entries);
    }
    return found;
  };
}

const entriesBetweenPauses = 2_000;

/**
 * Reading folders synchronously takes a fraction of the CPU time of asynchronous calls. Signals and progress must not
 * wait until thousands of entries have been read, so a scan pauses in between.
 */
export function createScanPauses(): (entries: number) => Promise<void> | null {
  let read = 0;
  return (entries) => {
    read += entries + 1;
    if (read < entriesBetweenPauses) return null;
    read = 0;
    return setImmediate();
  };
}

/** A file that appears within this time after a scan may not change the timestamp of its folder. */
const coarseMs = 50;

/** Caches the findings for a folder until an entry is added or removed. */
export function rememberFolders<Found>(
  lookAt: (path: string, stats: Stats | undefined) => Found,
): (path: string) => Found {
  const seen = new Map<string, { readonly changed: number; readonly found: Found }>();
  return (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const changed = stats?.ctimeMs ?? 0;
    const known = seen.get(path);
    if (known?.changed === changed) return known.found;
    const found = lookAt(path, stats);
    if (Date.now() - changed > coarseMs) seen.set(path, { changed, found });
    return found;
  };
}

export function isSpecial(entry: Dirent): boolean {
  return entry.isSocket() || entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice();
}

function look(path: string): Seen {
  const entries = list(path);
  return {
    entries: entries.length,
    folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    special: entries.filter(isSpecial).map(({ name }) => name),
  };
}

/** If we may not read it, the command may not either. */
export function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
