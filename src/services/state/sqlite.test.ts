import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, SqlValue } from "../../domain/ports/database.ts";
import { openSqlite } from "./sqlite.ts";

let folder: string;
let file: string;
const opened: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-sqlite-"));
  file = join(folder, "journal.db");
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true });
});

function open(): Database {
  const database = openSqlite(file);
  opened.push(database);
  return database;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("openSqlite", () => {
  test("uses a write-ahead log and full sync", async () => {
    const database = open();
    expect(await database.all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    expect(await database.all("PRAGMA synchronous")).toEqual([{ synchronous: 2 }]);
  });

  test("keeps other statements out of a running transaction", async () => {
    const database = open();
    await database.migrate("counter", [
      "CREATE TABLE counter (value INTEGER); INSERT INTO counter VALUES (0)",
    ]);
    const add = () =>
      database.transaction(async (queries) => {
        const [row] = await queries.all("SELECT value FROM counter");
        await pause();
        await queries.run("UPDATE counter SET value = ?", [Number(row?.value) + 1]);
      });
    const outside = () => database.run("UPDATE counter SET value = value + 100");
    await Promise.all([add(), outside(), add(), outside(), add()]);
    expect(await database.all("SELECT value FROM counter")).toEqual([{ value: 203 }]);
  });

  test("two connections that race lose no update", async () => {
    const [one, two] = [open(), open()];
    await one.migrate("counter", ["CREATE TABLE counter (value INTEGER); INSERT INTO counter VALUES (0)"]);
    const add = (database: Database) =>
      database.transaction(async (queries) => {
        const [row] = await queries.all("SELECT value FROM counter");
        await pause();
        await queries.run("UPDATE counter SET value = ?", [Number(row?.value) + 1]);
      });
    for (let round = 0; round < 50; round += 1) await Promise.all([add(one), add(two)]);
    expect(await two.all("SELECT value FROM counter")).toEqual([{ value: 100 }]);
  });

  test("rolls back what a throwing transaction wrote, and continues", async () => {
    const database = open();
    await database.run("CREATE TABLE notes (text TEXT)");
    const failing = database.transaction(async (queries) => {
      await queries.run("INSERT INTO notes VALUES ('half')");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await database.run("INSERT INTO notes VALUES ('whole')");
    expect(await database.all("SELECT text FROM notes")).toEqual([{ text: "whole" }]);
  });

  test("refuses to bind what would silently become NULL", async () => {
    const database = open();
    for (const value of [new Date(0), undefined, { a: 1 }, true]) {
      await expect(database.all("SELECT ? AS v", [value as unknown as SqlValue])).rejects.toThrow(
        "cannot bind",
      );
    }
    expect(await database.all("SELECT ? AS v", [new Uint8Array([1])])).toEqual([{ v: new Uint8Array([1]) }]);
  });

  test("a file that is not a database is reported as damaged, not overwritten", async () => {
    writeFileSync(file, "this was never a database, but it is as long as one may be. ".repeat(100));
    expect(() => openSqlite(file)).toThrow(expect.objectContaining({ code: "state_damaged" }));
  });
});

describe("migrate", () => {
  test("runs each migration once, in order", async () => {
    const database = open();
    const first = "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('one')";
    const second = "INSERT INTO notes VALUES ('two')";
    await database.migrate("notes", [first]);
    await database.migrate("notes", [first, second]);
    await open().migrate("notes", [first, second]);
    expect(await database.all("SELECT text FROM notes")).toEqual([{ text: "one" }, { text: "two" }]);
  });

  test("a failing migration leaves nothing behind", async () => {
    const database = open();
    const broken = "CREATE TABLE notes (text TEXT); INSERT INTO nowhere VALUES (1)";
    await expect(database.migrate("notes", [broken])).rejects.toThrow();
    await database.migrate("notes", ["CREATE TABLE notes (text TEXT)"]);
    expect(await database.all("SELECT text FROM notes")).toEqual([]);
  });

  test("does not create a missing table again", async () => {
    const database = open();
    await database.migrate("notes", ["CREATE TABLE notes (text TEXT)"]);
    await database.run("DROP TABLE notes");
    await database.migrate("notes", ["CREATE TABLE notes (text TEXT)"]);
    await expect(database.all("SELECT text FROM notes")).rejects.toMatchObject({ code: "state_damaged" });
  });

  test("refuses a database that a newer version has changed", async () => {
    const database = open();
    await database.migrate("notes", ["SELECT 1", "-- breaking\nSELECT 2"]);
    await expect(database.migrate("notes", ["SELECT 1"])).rejects.toMatchObject({ code: "unsupported" });
  });
});
