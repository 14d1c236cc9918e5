import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries } from "../../domain/ports/database.ts";

export interface MigrationAccess {
  readonly queries: Queries;
  alone<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs several statements at once, inside the transaction that is open. */
  execute(sql: string): Promise<void>;
}

/** Versions are recorded per owner, so that a table that was made and is gone is noticed, not made again. */
export async function runMigrations(
  access: MigrationAccess,
  owner: string,
  migrations: readonly string[],
): Promise<void> {
  await access.execute(
    "CREATE TABLE IF NOT EXISTS schema_version (owner TEXT PRIMARY KEY, version INTEGER NOT NULL)",
  );
  if ((await versionOf(access.queries, owner)) === migrations.length) return;

  await access.alone(async (queries) => {
    const version = await versionOf(queries, owner);
    if (version > migrations.length) throw fromTheFuture(owner, version);
    for (const migration of migrations.slice(version)) await access.execute(migration);
    await queries.run(
      "INSERT INTO schema_version (owner, version) VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET version = excluded.version",
      [owner, migrations.length],
    );
  });
}

async function versionOf(queries: Queries, owner: string): Promise<number> {
  const [row] = await queries.all("SELECT version FROM schema_version WHERE owner = ?", [owner]);
  return Number(row?.version ?? 0);
}

function fromTheFuture(owner: string, version: number): AgentForgeError {
  return new AgentForgeError(
    "unsupported",
    `The database was written by a newer AgentForge (${owner}, version ${version}).`,
    { hint: "Update AgentForge." },
  );
}
