import type { Database } from "../../domain/ports/database.ts";
import type { RawViolation } from "./check-type.ts";
import type { InlineSuppression } from "./inline-suppressions.ts";

/** A raw violation and the lines around it, which distinguish it from equal code elsewhere. */
export interface CachedViolation extends RawViolation {
  readonly surroundings: string;
}

/** Cached results for one version of a file, by rule key: raw violations, or data that a tree check gathered. */
export interface CacheEntry {
  readonly stamp: string | null;
  readonly hash: string;
  readonly findings: Readonly<Record<string, readonly CachedViolation[]>>;
  readonly gathered: Readonly<Record<string, string>>;
  /** Absent if the file has no stamp. */
  readonly suppressions?: readonly InlineSuppression[];
}

export interface CheckCache {
  load(): Promise<ReadonlyMap<string, CacheEntry>>;
  /** Null removes a file. */
  save(changes: ReadonlyMap<string, CacheEntry | null>): Promise<void>;
}

/** Increase it when checks find something different in the same text. */
const VERSION = 4;
const ROWS_PER_STATEMENT = 100;

export function databaseCache(database: Database): CheckCache {
  const prepare = database.run(
    "CREATE TABLE IF NOT EXISTS conformance_cache (path TEXT PRIMARY KEY, version INTEGER NOT NULL, entry TEXT NOT NULL)",
  );
  return {
    load: async () => {
      await prepare;
      const rows = await database.all("SELECT path, entry FROM conformance_cache WHERE version = ?", [
        VERSION,
      ]);
      return new Map(rows.map((row) => [String(row.path), JSON.parse(String(row.entry)) as CacheEntry]));
    },
    save: async (changes) => {
      await prepare;
      if (changes.size === 0) return;
      await database.transaction(async (queries) => {
        const all = [...changes];
        for (let start = 0; start < all.length; start += ROWS_PER_STATEMENT) {
          const batch = all.slice(start, start + ROWS_PER_STATEMENT);
          const marks = batch.map(() => "?").join(", ");
          await queries.run(
            `DELETE FROM conformance_cache WHERE path IN (${marks})`,
            batch.map(([path]) => path),
          );
          const kept = batch.filter(([, entry]) => entry !== null);
          if (kept.length === 0) continue;
          await queries.run(
            `INSERT INTO conformance_cache (path, version, entry) VALUES ${kept.map(() => "(?, ?, ?)").join(", ")}`,
            kept.flatMap(([path, entry]) => [path, VERSION, JSON.stringify(entry)]),
          );
        }
      });
    },
  };
}
