import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, SqlValue } from "../../domain/ports/database.ts";
import { createTurns } from "./in-turn.ts";
import { createMigrations, SUPPORT } from "./migrations.ts";
import { asPersonError } from "./sqlite-errors.ts";

/** While another process holds the lock: the total time to wait, and the longest time to block without yielding. */
const PATIENCE_MS = 10_000;
const OPENING_TIMEOUT_MS = 5000;
const BUSY_TIMEOUT_MS = 20;

/** One connection to a SQLite file that several processes may share. Its calls run one after another. */
export function openSqlite(file: string): Database {
  makePrivate(file);
  const connection = connect(file);
  const queries = queriesOn(connection, file);
  const execute = executeOn(connection, file);
  const inTurn = createTurns();

  async function alone<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    await patiently(() => queries.run("BEGIN IMMEDIATE"));
    try {
      const result = await work(queries);
      await queries.run("COMMIT");
      return result;
    } catch (error) {
      if (connection.isOpen && connection.isTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  }

  const tables = createMigrations({ queries, alone, execute: (sql) => patiently(() => execute(sql)) });
  return {
    dialect: "sqlite",
    run: (sql, parameters) => inTurn(() => patiently(() => queries.run(sql, parameters))),
    all: (sql, parameters) => inTurn(() => patiently(() => queries.all(sql, parameters))),
    transaction: (work) => inTurn(() => alone(work)),
    migrate: (owner, migrations) => inTurn(() => tables.migrate(owner, migrations)),
    outdated: () =>
      inTurn(async () => {
        await patiently(() => execute(SUPPORT));
        return tables.outdated();
      }),
    close: () =>
      inTurn(async () => {
        if (connection.isOpen) connection.close();
      }),
  };
}

/** SQLite gives its journals the mode of the file, and would make the file itself world-readable. */
function makePrivate(file: string): void {
  if (file === ":memory:") return;
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    // Opening it as a database gives a better error message.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Waiting inside SQLite would block this whole process, including the part that may hold the lock. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const busy = error instanceof AgentForgeError && error.code === "busy";
      if (!busy || performance.now() > deadline) throw error;
      await setTimeout(1 + Math.random() * 10);
    }
  }
}

/** Enabling the log of a new file does not wait for another process that does the same, so we wait here. */
function connect(file: string): DatabaseSync {
  const deadline = performance.now() + OPENING_TIMEOUT_MS;
  for (;;) {
    try {
      return connectOnce(file);
    } catch (error) {
      const busy = error instanceof AgentForgeError && error.code === "busy";
      if (!busy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 10);
    }
  }
}

function connectOnce(file: string): DatabaseSync {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: OPENING_TIMEOUT_MS });
    connection.exec("PRAGMA cell_size_check = ON");
    connection.exec("PRAGMA trusted_schema = OFF");
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec("PRAGMA synchronous = FULL");
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return connection;
  } catch (error) {
    connection?.close();
    throw asPersonError(error, file);
  }
}

function queriesOn(connection: DatabaseSync, file: string): Queries {
  const statements = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const prepared = connection.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  }

  return {
    async run(sql, parameters = []) {
      try {
        return { changes: Number(statement(sql).run(...bindable(parameters)).changes) };
      } catch (error) {
        throw asPersonError(error, file);
      }
    },
    async all(sql, parameters = []) {
      try {
        return statement(sql).all(...bindable(parameters)) as Record<string, SqlValue>[];
      } catch (error) {
        throw asPersonError(error, file);
      }
    },
  };
}

function executeOn(connection: DatabaseSync, file: string): (sql: string) => Promise<void> {
  return async (sql) => {
    try {
      connection.exec(sql);
    } catch (error) {
      throw asPersonError(error, file);
    }
  };
}

/** node:sqlite binds what it does not know, such as a lone Date, as NULL or as named parameters: refuse it here. */
function bindable(parameters: readonly SqlValue[]): SqlValue[] {
  for (const value of parameters) {
    const known = value === null || ["string", "number", "bigint"].includes(typeof value);
    if (!known && !(value instanceof Uint8Array)) throw new TypeError(`cannot bind ${typeof value} to SQL`);
  }
  return [...parameters];
}
