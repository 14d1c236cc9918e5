import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, Row } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";
import { asPersonError } from "./durable.ts";
import { createExports } from "./exports.ts";
import { openSqlite } from "./sqlite.ts";
import { databaseDamaged } from "./sqlite-errors.ts";
import { walFault } from "./wal-check.ts";

export interface StateOptions {
  /** The `.agentforge` folder; made if it is not there. */
  readonly folder: string;
  readonly now: () => string;
  /** Told of files set aside while running; those found at the start are in `recovered`. */
  readonly onRecovered?: (message: string) => void;
}

export interface State {
  /** Of this database, for good. */
  readonly id: string;
  readonly database: Database;
  readonly exports: Exports;
  /** Reads the whole database and throws `state_damaged` where its pages do not fit together. */
  check(): Promise<void>;
  /** What the last run left behind and this start put right, one sentence each. */
  readonly recovered: readonly string[];
}

/** Checking takes about a millisecond for each 400 kB; larger databases are checked by `check()`. */
const CHECKED_AT_EVERY_START = 4_000_000;
const STATE_TABLES = [
  "CREATE TABLE state_identity (database_id TEXT PRIMARY KEY, created_at TEXT NOT NULL)",
] as const;

export async function openState(options: StateOptions): Promise<State> {
  const { now } = options;
  const folder = resolve(options.folder);
  const recovered: string[] = [];
  let report: (message: string) => void = (message) => recovered.push(message);
  const temporaryFolder = join(folder, "tmp");
  await prepareFolders(folder, temporaryFolder);

  const strays = await removeStrays(temporaryFolder);
  if (strays > 0) recovered.push(`removed ${strays} unfinished file(s) of a process that was stopped`);
  const exports = createExports({ root: folder, temporaryFolder, now, report: (message) => report(message) });

  const file = join(folder, "journal.db");
  const marker = await exports.readYaml("state.yaml");
  if (marker.status !== "absent" && (await sizeOf(file)) === 0) {
    throw databaseDamaged(file, "it is gone or empty, though state.yaml says it was there");
  }
  const logFault = await walFault(file);
  if (logFault !== null) throw databaseDamaged(file, logFault);
  const database = openSqlite(file);
  let id: string;
  try {
    if ((await sizeOf(file)) <= CHECKED_AT_EVERY_START) await requireIntegrity(database, file);
    await database.migrate("state", STATE_TABLES);
    id = await identify(database, exports, now());
  } catch (error) {
    await database.close();
    throw error;
  }
  report = options.onRecovered ?? (() => undefined);
  return { id, database, exports, recovered, check: () => requireIntegrity(database, file) };
}

async function requireIntegrity(database: Database, file: string): Promise<void> {
  const [row] = await database.all("PRAGMA integrity_check(1)");
  if (row?.integrity_check !== "ok")
    throw databaseDamaged(file, String(row?.integrity_check).replaceAll("\n", " "));
}

async function prepareFolders(folder: string, temporaryFolder: string): Promise<void> {
  await refuseLinks(folder);
  try {
    await mkdir(temporaryFolder, { recursive: true });
  } catch (error) {
    throw asPersonError(error, folder);
  }
}

/** The folder comes with the repository: a link planted in it would have the database written elsewhere. */
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
      `${place} is a link; AgentForge keeps its state in the folder itself.`,
      {
        hint: "Remove the link and run the command again.",
      },
    );
  }
}

/** A database carries an id, and `state.yaml` names it: a database that was emptied or exchanged is noticed. */
async function identify(database: Database, exports: Exports, now: string): Promise<string> {
  const row =
    (await identity(database)) ?? (await database.transaction((queries) => newIdentity(queries, now)));
  const marker = await exports.readYaml("state.yaml");
  const named = marker.status === "ok" ? (marker.data as { database_id?: unknown }).database_id : undefined;
  if (named !== undefined && named !== row.database_id) {
    throw new AgentForgeError("state_damaged", "journal.db is not the database that state.yaml names.", {
      hint: "Put the right journal.db back, or remove state.yaml to accept this one.",
    });
  }
  await exports.writeYaml("state.yaml", { database_id: row.database_id, created_at: row.created_at });
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
