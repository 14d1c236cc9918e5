import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { walFault } from "./wal-check.ts";

let folder: string;
let crashed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-wal-"));
  crashed = join(folder, "crashed.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The files that `kill -9` leaves: all three, as they are while the database is open. */
function crash(prepare: (connection: DatabaseSync) => void): { log: Buffer } {
  const live = join(folder, "live.db");
  const connection = new DatabaseSync(live);
  connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE notes (text TEXT)");
  prepare(connection);
  for (const suffix of ["", "-wal", "-shm"]) copyFileSync(live + suffix, crashed + suffix);
  connection.close();
  return { log: readFileSync(`${crashed}-wal`) };
}

const insert = (count: number) => (connection: DatabaseSync) => {
  for (let n = 0; n < count; n += 1) connection.prepare("INSERT INTO notes VALUES (?)").run(`note ${n}`);
};

test("a crash is not damage, and neither is a missing log", async () => {
  expect(await walFault(crashed)).toBeNull();
  crash(insert(3));
  expect(await walFault(crashed)).toBeNull();
});

test("an unfinished transaction at the end is not damage", async () => {
  const { log } = crash(insert(3));
  writeFileSync(`${crashed}-wal`, Buffer.concat([log, log.subarray(log.length - 4120, log.length - 9)]));
  expect(await walFault(crashed)).toBeNull();
  writeFileSync(`${crashed}-wal`, Buffer.concat([log, log.subarray(log.length - 4120)]));
  expect(await walFault(crashed)).toBeNull();
});

test("a log that was restarted over an older one is not damage", async () => {
  crash((connection) => {
    insert(5)(connection);
    connection.exec("PRAGMA wal_checkpoint(RESTART)");
    insert(2)(connection);
  });
  expect(await walFault(crashed)).toBeNull();
});

test("a log that was copied into the database no longer matters", async () => {
  crash((connection) => {
    insert(2)(connection);
    connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
  });
  rmSync(`${crashed}-wal`);
  expect(await walFault(crashed)).toBeNull();
});

test("every truncation is found", async () => {
  const { log } = crash(insert(2));
  for (let length = 0; length < log.length; length += 211) {
    writeFileSync(`${crashed}-wal`, log.subarray(0, length));
    expect(await walFault(crashed), `cut at ${length}`).not.toBeNull();
  }
  rmSync(`${crashed}-wal`);
  expect(await walFault(crashed)).not.toBeNull();
});

test("every flipped bit is found", async () => {
  const { log } = crash(insert(2));
  for (let position = 0; position < log.length; position += position < 64 ? 3 : 397) {
    const flipped = Buffer.from(log);
    flipped[position] = (flipped[position] ?? 0) ^ (1 << (position % 8));
    writeFileSync(`${crashed}-wal`, flipped);
    expect(await walFault(crashed), `byte ${position}`).not.toBeNull();
  }
});

test("without its index, a hole is still found", async () => {
  const { log } = crash(insert(3));
  rmSync(`${crashed}-shm`);
  log[60] = (log[60] ?? 0) ^ 1;
  writeFileSync(`${crashed}-wal`, log);
  expect(await walFault(crashed)).toContain("gap");
});
