import { DatabaseSync } from "node:sqlite";
import type { Database, Queries } from "../../domain/ports/database.ts";

/** A real SQLite database behind the port, for tests and benchmarks. */
export function openDatabase(file = ":memory:"): Database {
  const sqlite = new DatabaseSync(file);
  const queries: Queries = {
    run: async (sql, parameters = []) => ({
      changes: Number(sqlite.prepare(sql).run(...parameters).changes),
    }),
    all: async (sql, parameters = []) =>
      sqlite.prepare(sql).all(...parameters) as Awaited<ReturnType<Queries["all"]>>,
  };
  return {
    ...queries,
    dialect: "sqlite",
    outdated: async () => null,
    migrate: async (_owner, statements) => {
      for (const statement of statements) sqlite.exec(statement);
    },
    transaction: async (work) => {
      sqlite.exec("BEGIN IMMEDIATE");
      try {
        const result = await work(queries);
        sqlite.exec("COMMIT");
        return result;
      } catch (error) {
        sqlite.exec("ROLLBACK");
        throw error;
      }
    },
    close: async () => sqlite.close(),
  };
}
