import { randomUUID } from "node:crypto";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, Row } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";

const TABLES = [
  "CREATE TABLE state_identity (database_id TEXT PRIMARY KEY, created_at TEXT NOT NULL)",
] as const;

/** A database has an id, which a file also stores, so that an emptied or exchanged database is detected. */
export async function identify(
  database: Database,
  exports: Exports,
  marker: { readonly file: string; readonly facts: Readonly<Record<string, string>> },
  now: string,
): Promise<string> {
  await database.migrate("state", TABLES);
  const row =
    (await identity(database)) ?? (await database.transaction((queries) => newIdentity(queries, now)));
  const read = await exports.readYaml(marker.file);
  const named = read.status === "ok" ? (read.data as { database_id?: unknown }).database_id : undefined;
  if (named !== undefined && named !== row.database_id) {
    const name = database.dialect === "sqlite" ? "journal.db" : "This PostgreSQL schema";
    throw new AgentForgeError("state_damaged", `${name} is not the database that ${marker.file} names`, {
      hint: `Restore the right one, or remove ${marker.file} to accept this one.`,
    });
  }
  await exports.writeYaml(marker.file, {
    database_id: row.database_id,
    created_at: row.created_at,
    ...marker.facts,
  });
  return String(row.database_id);
}

async function identity(queries: Queries): Promise<Row | undefined> {
  const [row] = await queries.all("SELECT database_id, created_at FROM state_identity");
  return row;
}

async function newIdentity(queries: Queries, now: string): Promise<Row> {
  const known = await identity(queries);
  if (known !== undefined) return known;
  const id = randomUUID();
  await queries.run("INSERT INTO state_identity (database_id, created_at) VALUES (?, ?)", [id, now]);
  return { database_id: id, created_at: now };
}
