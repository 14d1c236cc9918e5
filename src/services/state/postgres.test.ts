import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noPostgres, type PostgresServer, startPostgres } from "../../../test/support/postgres.ts";
import type { Database } from "../../domain/ports/database.ts";
import { openPostgres } from "./postgres.ts";
import { serverOf } from "./postgres-errors.ts";
import { asPostgres } from "./postgres-sql.ts";

it.each([
  ["SELECT ? + ?", "SELECT $1 + $2"],
  ["SELECT '?' || ?", "SELECT '?' || $1"],
  ["SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"],
])("%s becomes %s", (sql, numbered) => {
  expect(asPostgres(sql)).toBe(numbered);
});

it("names a server without its password", () => {
  expect(serverOf("postgres://ada:hunter2@db.example.com:5433/forge?sslmode=require")).toBe(
    "db.example.com:5433/forge",
  );
  expect(serverOf("no address: hunter2")).not.toContain("hunter2");
});

it("says what to do if nothing listens at the address", async () => {
  const opening = openPostgres({ url: "postgres://ada:hunter2@127.0.0.1:1/forge", schema: "x" });
  const error = await opening.catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "remote_failed" });
  expect(`${error.message} ${error.hint}`).not.toContain("hunter2");
});

const name = noPostgres === null ? "a server" : `a server (skipped: ${noPostgres})`;
describe.skipIf(noPostgres !== null)(name, () => {
  let server: PostgresServer;
  let database: Database;
  let schema: string;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    schema = `test_${randomBytes(6).toString("hex")}`;
    database = await openPostgres({ url: server.url, schema });
    await database.migrate("notes", ["CREATE TABLE notes (name TEXT PRIMARY KEY, n BIGINT)"]);
  });
  afterEach(() => database.close());

  const terminate = async () => {
    const other = await openPostgres({ url: server.url, schema: "other" });
    await other.all(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = ?",
      ["agentforge"],
    );
    await other.close();
  };

  it("migrates once, and refuses what a newer version has changed", async () => {
    const again = await openPostgres({ url: server.url, schema });
    const first = "CREATE TABLE notes (name TEXT PRIMARY KEY, n BIGINT)";
    await again.migrate("notes", [first]);
    await again.migrate("notes", [first, "-- breaking\nALTER TABLE notes RENAME COLUMN n TO count"]);
    await expect(again.migrate("notes", [first])).rejects.toMatchObject({ code: "unsupported" });
    await again.close();
  });

  it("opens the database and creates tables from many processes at once", async () => {
    const fresh = `test_${randomBytes(6).toString("hex")}`;
    const all = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = await openPostgres({ url: server.url, schema: fresh });
        await one.migrate("notes", ["CREATE TABLE notes (name TEXT PRIMARY KEY)"]);
        await one.run("CREATE TABLE IF NOT EXISTS more (name TEXT PRIMARY KEY)");
        return one;
      }),
    );
    expect(await all[0]?.all("SELECT owner, version FROM schema_version")).toEqual([
      { owner: "notes", version: 1 },
    ]);
    for (const one of all) await one.close();
  });

  it("rolls back, and runs transactions of two connections one after another", async () => {
    const failing = database.transaction(async (queries) => {
      await queries.run("INSERT INTO notes VALUES (?, ?)", ["a", 1]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await database.all("SELECT * FROM notes")).toEqual([]);
    await database.run("INSERT INTO notes VALUES ('count', 0)");
    const other = await openPostgres({ url: server.url, schema });
    const add = (one: Database) =>
      one.transaction(async (queries) => {
        const [row] = await queries.all("SELECT n FROM notes");
        await queries.run("UPDATE notes SET n = ?", [Number(row?.n) + 1]);
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(index % 2 === 0 ? database : other)));
    expect(await database.all("SELECT n FROM notes")).toEqual([{ n: 40 }]);
    await other.close();
  });

  it("orders text by its bytes, regardless of the server's language", async () => {
    for (const key of ["b", "A", "a", "B", "_", "é"])
      await database.run("INSERT INTO notes VALUES (?, 0)", [key]);
    const rows = await database.all("SELECT name FROM notes ORDER BY name");
    expect(rows.map((row) => row.name)).toEqual(["A", "B", "_", "a", "b", "é"]);
    const range = await database.all("SELECT name FROM notes WHERE name >= ? AND name < ?", [
      "a",
      "a\u{10ffff}",
    ]);
    expect(range).toEqual([{ name: "a" }]);
  });

  it("continues after the connection was lost, but not with half a transaction", async () => {
    await terminate();
    await expect.poll(() => database.all("SELECT 1 AS one").catch(() => null)).toEqual([{ one: 1 }]);
    const cut = database.transaction(async (queries) => {
      await queries.run("INSERT INTO notes VALUES ('before', 1)");
      await terminate();
      await queries.run("INSERT INTO notes VALUES ('after', 1)");
    });
    await expect(cut).rejects.toMatchObject({ code: "remote_failed" });
    await expect.poll(() => database.all("SELECT * FROM notes").catch(() => null)).toEqual([]);
  });
});
