export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** Statements use `?` placeholders and the SQL that SQLite and PostgreSQL share. */
export interface Queries {
  run(sql: string, parameters?: readonly SqlValue[]): Promise<{ readonly changes: number }>;
  all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** The source of truth. A statement or transaction that has resolved survives `kill -9` and a power failure. Statements queue
 * up behind a running transaction: inside `work`, use only the `queries` it was given.
 */
export interface Database extends Queries {
  /** For the few statements that differ: the clock, and the JSON type. */
  readonly dialect: "sqlite" | "postgres";
  /** Runs alone on the connection; rolls back when `work` throws. Writes take the lock immediately (BEGIN IMMEDIATE). */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Migrates the tables of one owner: `migrations[n]` leads from version n to n + 1, each exactly once. A purely
   * additive one may run while older programs use the database. One that changes existing tables starts with `--
   * breaking: why`: older programs are told to stop, and those that start are rejected.
   */
  migrate(owner: string, migrations: readonly string[]): Promise<void>;
  /** Why this program must stop using the database, because a newer one has changed it; null if it may continue. */
  outdated(): Promise<string | null>;
  close(): Promise<void>;
}
