import type { Database } from "../../domain/ports/database.ts";
import type { DatabaseServer, PostgresAddress } from "./postgres.ts";

export { openState, type State } from "./open-state.ts";

/** A database on a PostgreSQL server that belongs to no single repository. */
export async function openSharedDatabase(address: PostgresAddress): Promise<Database> {
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(address);
}

export async function describeDatabase(url: string): Promise<DatabaseServer> {
  const { describePostgres } = await import("./postgres.ts");
  return describePostgres(url);
}

export type { PostgresAddress } from "./postgres.ts";
