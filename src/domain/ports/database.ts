export type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** Statements use `?` placeholders and the SQL that SQLite and PostgreSQL share. */
export interface Queries {
  run(sql: string, parameters?: readonly SqlValue[]): Promise<{ readonly changes: number }>;
  all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** The truth. A statement or transaction that has resolved survives `kill -9` and a power cut. */
export interface Database extends Queries {
  /** Runs alone on the connection; rolls back when `work` throws. Writes take the lock at once (BEGIN IMMEDIATE). */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
