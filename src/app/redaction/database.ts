import type { Database, Queries, SqlValue } from "../../domain/ports/database.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import type { CheckCache } from "../../services/conformance/index.ts";

/** A database for a store that keeps texts of the repository: what goes in holds no secrets. JSON stays JSON. */
export function redactedDatabase(database: Database, redactor: Redactor): Database {
  const clean = (value: SqlValue): SqlValue =>
    typeof value === "string" ? cleanText(value, redactor) : value;
  const wrap = (queries: Queries): Queries => ({
    run: (sql, parameters) => queries.run(sql, parameters?.map(clean)),
    all: (sql, parameters) => queries.all(sql, parameters?.map(clean)),
  });
  return {
    ...wrap(database),
    dialect: database.dialect,
    transaction: (work) => database.transaction((queries) => work(wrap(queries))),
    migrate: (owner, migrations) => database.migrate(owner, migrations),
    close: () => database.close(),
  };
}

function cleanText(text: string, redactor: Redactor): string {
  if (!/^[[{]/.test(text)) return redactor.text(text);
  try {
    const data: unknown = JSON.parse(text);
    return JSON.stringify(redactor.data(data));
  } catch {
    return redactor.text(text);
  }
}

/** What a check found is known again by its text: a file with a secret in a finding is checked each time instead. */
export function redactedCache(cache: CheckCache, redactor: Redactor): CheckCache {
  const isClean = (entry: unknown) => {
    const text = JSON.stringify(entry);
    return JSON.stringify(redactor.data(entry)) === text;
  };
  return {
    load: () => cache.load(),
    save: (changes) =>
      cache.save(
        new Map([...changes].map(([path, entry]) => [path, entry && isClean(entry) ? entry : null])),
      ),
  };
}
