import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";
import { asPersonError } from "./durable.ts";
import { createExports } from "./exports.ts";
import { identify } from "./identity.ts";
import type { PostgresAddress } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { databaseDamaged } from "./sqlite-errors.ts";
import { walFault } from "./wal-check.ts";
import { nameWorkingCopy } from "./working-copy.ts";

export interface StateOptions {
  /** The `.agentforge` folder; created if missing. */
  readonly folder: string;
  readonly now: () => string;
  /** The database to use instead of `journal.db`. */
  readonly postgres?: PostgresAddress;
}

export interface State {
  /** The permanent id of this database. */
  readonly id: string;
  /** The name of this folder among those that share the database; null if it is not shared. */
  readonly workingCopy: string | null;
  readonly database: Database;
  readonly exports: Exports;
  /** Reads the whole database and throws `state_damaged` if its pages are inconsistent. */
  check(): Promise<void>;
  /** What the last run left behind and this start repaired, one sentence each. */
  readonly recovered: readonly string[];
}

/** Checking takes about a millisecond for each 400 kB; larger databases are checked by `check()`. */
const CHECKED_AT_EVERY_START = 4_000_000;
const OWN_MARKER = "state.yaml";
const SHARED_MARKER = "state-postgres.yaml";

export async function openState(options: StateOptions): Promise<State> {
  const { now } = options;
  const folder = resolve(options.folder);
  const recovered: string[] = [];
  const temporaryFolder = join(folder, "tmp");
  await prepareFolders(folder, temporaryFolder);

  const strays = await removeStrays(temporaryFolder);
  if (strays > 0) recovered.push(`removed ${strays} unfinished file(s) left by a stopped process`);
  const exports = createExports({
    root: folder,
    temporaryFolder,
    now,
    report: (message) => recovered.push(message),
  });

  const { database, marker, facts, check } = options.postgres
    ? await openShared(options.postgres, exports)
    : await openOwn(join(folder, "journal.db"), exports);
  let id: string;
  try {
    id = await identify(database, exports, { file: marker, facts }, now());
  } catch (error) {
    await database.close();
    throw error;
  }
  const workingCopy = options.postgres ? await nameWorkingCopy(folder) : null;
  return { id, workingCopy, database, exports, recovered: [...recovered], check };
}

interface OpenDatabase extends Pick<State, "database" | "check"> {
  /** The file that names the database. */
  readonly marker: string;
  /** Its other content. */
  readonly facts: Readonly<Record<string, string>>;
}

/** The server checks its own pages. */
async function openShared(address: PostgresAddress, exports: Exports): Promise<OpenDatabase> {
  const { openPostgres } = await import("./postgres.ts");
  const marker = await exports.readYaml(SHARED_MARKER);
  const used = marker.status === "ok" ? (marker.data as { schema?: unknown }).schema : undefined;
  const schema = !address.isNamed && typeof used === "string" ? used : address.schema;
  const database = await openPostgres({ ...address, schema });
  return { database, marker: SHARED_MARKER, facts: { schema }, check: async () => undefined };
}

async function openOwn(file: string, exports: Exports): Promise<OpenDatabase> {
  const marker = await exports.readYaml(OWN_MARKER);
  if (marker.status !== "absent" && (await sizeOf(file)) === 0) {
    throw databaseDamaged(file, `it is missing or empty, although ${OWN_MARKER} says that it existed`);
  }
  const logFault = await walFault(file);
  if (logFault !== null) throw databaseDamaged(file, logFault);
  const database = openSqlite(file);
  try {
    if ((await sizeOf(file)) <= CHECKED_AT_EVERY_START) await requireIntegrity(database, file);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, marker: OWN_MARKER, facts: {}, check: () => requireIntegrity(database, file) };
}

async function requireIntegrity(database: Database, file: string): Promise<void> {
  const [row] = await database.all("PRAGMA integrity_check(1)");
  if (row?.integrity_check !== "ok")
    throw databaseDamaged(file, String(row?.integrity_check).replaceAll("\n", " "));
}

async function prepareFolders(folder: string, temporaryFolder: string): Promise<void> {
  await refuseLinks(folder);
  try {
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asPersonError(error, folder);
  }
}

/** The folder comes with the repository: a planted link would redirect the database. */
async function refuseLinks(folder: string): Promise<void> {
  const places = [
    folder,
    ...["tmp", "journal.db", "journal.db-wal", "journal.db-shm"].map((name) => join(folder, name)),
  ];
  for (const place of places) {
    const found = await lstat(place).catch(() => null);
    if (found === null || !found.isSymbolicLink()) continue;
    throw new AgentForgeError(
      "path_refused",
      `${place} is a link; AgentForge keeps its state in the folder itself`,
      {
        hint: "Remove the link and run the command again.",
      },
    );
  }
}

async function removeStrays(folder: string): Promise<number> {
  const names = await readdir(folder);
  const strays = names.filter((name) => !isAlive(Number.parseInt(name, 10)));
  for (const name of strays) await rm(join(folder, name), { force: true });
  return strays.length;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}
