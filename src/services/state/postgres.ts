import { setImmediate } from "node:timers/promises";
import type { Client, QueryResult } from "pg";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, Row, SqlValue } from "../../domain/ports/database.ts";
import { createTurns } from "./in-turn.ts";
import { createMigrations, SUPPORT } from "./migrations.ts";
import { asPersonError } from "./postgres-errors.ts";
import { asPostgres, asPostgresTable } from "./postgres-sql.ts";

export interface PostgresAddress {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string;
  /** The schema with the tables of one repository; created if missing. */
  readonly schema: string;
  /** Whether the user named it. Otherwise the first schema is kept, even if the repository moves. */
  readonly isNamed?: boolean;
}

/** A transaction that is idle for this long has stalled: the server rolls it back and closes its connection. */
const STALLED_MS = 10_000;
/** Longer than that, so that a stopped process makes others wait, but not fail. */
const PATIENCE_MS = 2 * STALLED_MS;
const CONNECT_MS = 10_000;

/** The types the port knows: 64-bit numbers and Booleans as numbers, JSON as the exact text it was written as. */
const READERS: Readonly<Record<number, (text: string) => SqlValue>> = {
  16: (text) => (text === "t" ? 1 : 0),
  20: Number,
  21: Number,
  23: Number,
  700: Number,
  701: Number,
  1700: Number,
};

/**
 * One connection to a PostgreSQL server that many processes on many machines may share. Its calls run one
 * after another; transactions take one lock for the schema, so that they follow each other as they do in
 * SQLite. A lost connection is reopened for the next call.
 */
export async function openPostgres(address: PostgresAddress): Promise<Database> {
  const connection = await connections(address);
  const turns = createTurns();
  let calls = 0;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1;
    return turns(work);
  };

  const queries = queriesOn(address.url, connection.get);

  const alone = <T>(work: (queries: Queries) => Promise<T>) =>
    inTransaction({ connection, url: address.url }, work);
  /** Tables are created by one process at a time, because the server's "if not exists" has race conditions. */
  const define = (sql: string) => alone((within) => within.run(asPostgresTable(sql)));
  const run: Queries["run"] = (sql, parameters) =>
    /^\s*CREATE\b/i.test(sql) ? define(sql) : queries.run(sql, parameters);
  const access = {
    queries,
    alone,
    execute: async (sql: string) => void (await queries.run(asPostgresTable(sql))),
  };
  await define(
    "CREATE TABLE IF NOT EXISTS schema_version (owner TEXT PRIMARY KEY, version INTEGER NOT NULL)",
  );

  await define(SUPPORT);
  const tables = createMigrations(access);

  return {
    dialect: "postgres",
    run: (sql, parameters) => inTurn(() => run(sql, parameters)),
    all: (sql, parameters) => inTurn(() => queries.all(sql, parameters)),
    transaction: (work) => inTurn(() => alone(work)),
    migrate: (owner, migrations) => inTurn(() => tables.migrate(owner, migrations)),
    outdated: () => inTurn(() => tables.outdated()),
    /** Work that has already started is still finished, because an answer may be on its way. */
    async close() {
      for (let seen = -1; seen !== calls; ) {
        seen = calls;
        await turns(() => setImmediate());
      }
      await connection.end();
    },
  };
}

/** In a transaction, while no other process is in one. */
async function inTransaction<T>(
  { connection, url }: { readonly connection: Connection; readonly url: string },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  await queriesOn(url, connection.get).run("BEGIN");
  const client = await connection.get();
  const within = queriesOn(url, async () => client);
  try {
    await within.run("SELECT pg_advisory_xact_lock(hashtextextended('agentforge ' || current_schema(), 0))");
    const result = await work(within);
    await within.run("COMMIT");
    return result;
  } catch (error) {
    await within.run("ROLLBACK").catch(() => connection.drop());
    throw error;
  }
}

/** Always on one connection: a transaction that started on a lost one must not continue on the next. */
function queriesOn(url: string, client: () => Promise<Client>): Queries {
  const query = async (sql: string, parameters: readonly SqlValue[] = []): Promise<QueryResult> => {
    try {
      return await (await client()).query({ text: asPostgres(sql), values: parameters.map(bindable) });
    } catch (error) {
      throw asPersonError(error, url);
    }
  };
  return {
    run: async (sql, parameters) => ({ changes: (await query(sql, parameters)).rowCount ?? 0 }),
    all: async (sql, parameters) => (await query(sql, parameters)).rows as Row[],
  };
}

export interface DatabaseServer {
  readonly version: string;
  /** Whether the user may create schemas, which the first use of a database needs. */
  readonly mayCreate: boolean;
}

/** Connects once; changes nothing. */
export async function describePostgres(url: string): Promise<DatabaseServer> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS version,
              has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`,
    );
    return rows[0];
  } catch (error) {
    throw asPersonError(error, url);
  } finally {
    await client.end();
  }
}

interface Connection {
  get(): Promise<Client>;
  /** The next call opens a new connection. */
  drop(): Promise<void>;
  end(): Promise<void>;
}

/** Loaded only here, so that it costs nothing without PostgreSQL. */
async function connections(address: PostgresAddress): Promise<Connection> {
  let current: Client | null = null;
  let ended = false;
  const forget = (lost: Client): void => {
    if (current === lost) current = null;
  };

  async function drop(): Promise<void> {
    const client = current;
    current = null;
    await client?.end().catch(() => undefined);
  }

  const connection: Connection = {
    async get() {
      if (ended) throw new Error("the connection to PostgreSQL was closed");
      current ??= await connect(address, forget);
      return current;
    },
    drop,
    async end() {
      ended = true;
      await drop();
    },
  };
  await connection.get().catch((error) => {
    throw asPersonError(error, address.url);
  });
  return connection;
}

function bindable(value: SqlValue): SqlValue {
  if (value instanceof Uint8Array)
    throw new AgentForgeError("unsupported", "bytes cannot be stored in PostgreSQL here");
  const known = value === null || ["string", "number", "bigint"].includes(typeof value);
  if (!known) throw new TypeError(`cannot bind ${typeof value} to SQL`);
  return typeof value === "string" ? value.replaceAll("\0", "\u2400") : value;
}

async function connect({ url, schema }: PostgresAddress, onLost: (client: Client) => void): Promise<Client> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString: url,
    application_name: "agentforge",
    connectionTimeoutMillis: CONNECT_MS,
    lock_timeout: PATIENCE_MS,
    idle_in_transaction_session_timeout: STALLED_MS,
    keepAlive: true,
    types: { getTypeParser: (type: number) => READERS[type] ?? String },
  });
  client.on("error", () => onLost(client));
  await client.connect();
  const name = client.escapeIdentifier(schema);
  // In one message, which the server completes: a process stopped in between would hold the lock forever.
  await client.query(
    `BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('agentforge schemas', 0));
     CREATE SCHEMA IF NOT EXISTS ${name}; COMMIT`,
  );
  await client.query(`SET search_path TO ${name}`);
  await client.query("SET synchronous_commit TO on");
  return client;
}
