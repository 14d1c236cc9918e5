import { lstat, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Folders whose entries share a size limit; the least recently used are removed first. */
export interface CacheSpace {
  /**
   * Keeps the entry until the returned function is called. Calls are counted: an entry in use several times
   * stays until all are released.
   */
  use(entry: string): () => void;
  /**
   * Marks an entry as used now, and removes others. An entry that is too large on its own is removed, and
   * `tooLarge` is thrown.
   */
  make(entry: string, tooLarge: (bytes: number) => Error): Promise<void>;
}

export function openCacheSpace(folders: readonly string[], limitBytes: number): CacheSpace {
  const inUse = new Map<string, number>();
  return {
    use(entry) {
      inUse.set(entry, (inUse.get(entry) ?? 0) + 1);
      return () => {
        const left = (inUse.get(entry) ?? 1) - 1;
        if (left === 0) inUse.delete(entry);
        else inUse.set(entry, left);
      };
    },

    async make(entry, tooLarge) {
      const now = new Date();
      await utimes(entry, now, now);
      const entries = (await Promise.all(folders.map(measure))).flat();
      const own = entries.find(({ path }) => path === entry)?.bytes ?? 0;
      if (own > limitBytes) {
        await rm(entry, { recursive: true, force: true });
        throw tooLarge(own);
      }
      let total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { path, bytes } of entries.toSorted((a, b) => a.usedAt - b.usedAt)) {
        if (total <= limitBytes) return;
        if (inUse.has(path)) continue;
        await rm(path, { recursive: true, force: true });
        total -= bytes;
      }
    },
  };
}

const LOOK_MS = 500;

/** Stops the work as soon as its folder exceeds the limit, or the signal aborts. */
export async function withinSpace<Result>(
  place: { readonly size: () => Promise<number>; readonly limitBytes: number; readonly signal: AbortSignal },
  tooLarge: (bytes: number) => Error,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [over, done] = [new AbortController(), new AbortController()];
  const watch = async () => {
    while (!done.signal.aborted && !over.signal.aborted) {
      await setTimeout(LOOK_MS, undefined, { signal: done.signal }).catch(() => undefined);
      const bytes = await place.size();
      if (bytes > place.limitBytes) over.abort(tooLarge(bytes));
    }
  };
  const watching = watch();
  const stop = AbortSignal.any([place.signal, over.signal]);
  const ended = await work(stop).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  done.abort();
  // Waits for the last measurement.
  await watching;
  stop.throwIfAborted();
  if ("error" in ended) throw ended.error;
  return ended.value;
}

async function measure(folder: string) {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const usedAt = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
      return { path, usedAt, bytes: await sizeOf(path) };
    }),
  );
}

export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) bytes += (await lstat(join(folder, entry)).catch(() => null))?.size ?? 0;
  return bytes;
}
