import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries } from "../../domain/ports/database.ts";

export interface MigrationAccess {
  readonly queries: Queries;
  alone<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs several statements inside the open transaction. */
  execute(sql: string): Promise<void>;
}

/** How many migrations this program has, by owner. */
type KnownVersions = Map<string, number>;

/** The oldest version of the program that can work with the tables of an owner. */
export const SUPPORT =
  "CREATE TABLE IF NOT EXISTS schema_support (owner TEXT PRIMARY KEY, oldest INTEGER NOT NULL)";

/** Migrates tables, and reports when another program has migrated them beyond what this one supports. */
export function createMigrations(access: MigrationAccess) {
  const known: KnownVersions = new Map();
  return {
    async migrate(owner: string, migrations: readonly string[]): Promise<void> {
      known.set(owner, migrations.length);
      await runMigrations(access, owner, migrations);
    },
    /** Requires the table of `SUPPORT`. */
    outdated: () => findOutdated(access.queries, known),
  };
}

/**
 * Versions are recorded per owner, so that a table that disappeared is detected, not created again. Next to the
 * version is the oldest program version that can still work with it: programs of two versions use one database
 * while the newer one is rolled out.
 */
async function runMigrations(
  access: MigrationAccess,
  owner: string,
  migrations: readonly string[],
): Promise<void> {
  await access.execute(
    "CREATE TABLE IF NOT EXISTS schema_version (owner TEXT PRIMARY KEY, version INTEGER NOT NULL)",
  );
  if ((await numberOf(access.queries, "version", owner)) === migrations.length) return;
  await access.execute(SUPPORT);
  await access.alone(async (queries) => {
    const version = await numberOf(queries, "version", owner);
    if (version > migrations.length) return requireSupported(queries, owner, migrations.length);
    for (const migration of migrations.slice(version)) await access.execute(migration);
    await put(queries, "version", owner, migrations.length);
    await put(queries, "oldest", owner, migrations.findLastIndex(isBreaking) + 1);
  });
}

/** A program that does not know this migration must stop, because existing tables have a different meaning now. */
function isBreaking(migration: string): boolean {
  return migration.startsWith("-- breaking");
}

const TABLES = { version: "schema_version", oldest: "schema_support" } as const;

async function numberOf(queries: Queries, column: keyof typeof TABLES, owner: string): Promise<number> {
  const [row] = await queries.all(`SELECT ${column} FROM ${TABLES[column]} WHERE owner = ?`, [owner]);
  return Number(row?.[column] ?? 0);
}

async function put(queries: Queries, column: keyof typeof TABLES, owner: string, value: number) {
  await queries.run(
    `INSERT INTO ${TABLES[column]} (owner, ${column}) VALUES (?, ?)
     ON CONFLICT (owner) DO UPDATE SET ${column} = excluded.${column}`,
    [owner, value],
  );
}

async function requireSupported(queries: Queries, owner: string, known: number): Promise<void> {
  if ((await numberOf(queries, "oldest", owner)) <= known) return;
  throw new AgentForgeError("unsupported", messageFor(owner), { hint: "Update AgentForge." });
}

async function findOutdated(queries: Queries, known: KnownVersions): Promise<string | null> {
  for (const row of await queries.all("SELECT owner, oldest FROM schema_support")) {
    const owner = String(row.owner);
    if (Number(row.oldest) > (known.get(owner) ?? Number.POSITIVE_INFINITY)) return messageFor(owner);
  }
  return null;
}

function messageFor(owner: string): string {
  return `the database was changed by a newer AgentForge in a way that this version does not understand (${owner})`;
}
