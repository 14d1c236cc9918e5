import type { Database, Queries, SqlValue } from "../../domain/ports/database.ts";
import { textsToJudge } from "../../domain/rules/secrets/redact-data.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import type { CacheEntry, CheckCache } from "../../services/conformance/index.ts";

/** A database for a store that keeps texts of the repository: secrets are redacted before they are stored. JSON stays JSON. */
export function redactedDatabase(database: Database, redactor: Redactor): Database {
  const clean = (parameters: readonly SqlValue[] | undefined) => {
    if (parameters === undefined) return undefined;
    const data = parameters.map(dataOf);
    if (redactor.find(textsToJudge(data)).length === 0) return parameters;
    return parameters.map((value, index) => {
      if (typeof value !== "string") return value;
      const redacted = redactor.data(data[index]);
      return typeof redacted === "string" ? redacted : JSON.stringify(redacted);
    });
  };
  const wrap = (queries: Queries): Queries => ({
    run: (sql, parameters) => queries.run(sql, clean(parameters)),
    all: (sql, parameters) => queries.all(sql, clean(parameters)),
  });
  return {
    ...wrap(database),
    dialect: database.dialect,
    transaction: (work) => database.transaction((queries) => work(wrap(queries))),
    migrate: (owner, migrations) => database.migrate(owner, migrations),
    outdated: () => database.outdated(),
    close: () => database.close(),
  };
}

/** The parsed data if a text is a JSON document, otherwise the text. */
function dataOf(value: SqlValue): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Entries per batch: enough to be fast, few enough to need little memory. */
const JUDGED_AT_ONCE = 256;

/**
 * Cached results are recognized by their text, so a file with a secret in a finding is checked every time instead.
 * Nothing else looks at what the cache stores: it may write to a database that does not redact.
 */
export function redactedCache(cache: CheckCache, redactor: Redactor): CheckCache {
  const isClean = (changes: readonly unknown[]) => redactor.find(textsToJudge(changes)).length === 0;
  return {
    load: () => cache.load(),
    save: (changes) => {
      const all = [...changes];
      const kept = new Map<string, CacheEntry | null>();
      for (let start = 0; start < all.length; start += JUDGED_AT_ONCE) {
        const some = all.slice(start, start + JUDGED_AT_ONCE);
        const areClean = isClean(some);
        for (const [path, entry] of some)
          kept.set(path, entry !== null && (areClean || isClean([path, entry])) ? entry : null);
      }
      return cache.save(kept);
    },
  };
}
