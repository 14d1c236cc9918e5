import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openState, type State } from "./index.ts";

let folder: string;
const opened: State[] = [];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "agentforge-state-")), ".agentforge");
});

afterEach(async () => {
  for (const state of opened.splice(0)) await state.database.close();
  rmSync(join(folder, ".."), { recursive: true });
});

async function open(): Promise<State> {
  const state = await openState({ folder, now: () => "2026-01-02T03:04:05.000Z" });
  opened.push(state);
  return state;
}

test("creates what is missing, and opens what exists", async () => {
  const first = await open();
  await first.database.run("CREATE TABLE notes (text TEXT)");
  await first.database.run("INSERT INTO notes VALUES ('kept')");
  const second = await open();
  expect(await second.database.all("SELECT text FROM notes")).toEqual([{ text: "kept" }]);
  expect([first.recovered, second.recovered]).toEqual([[], []]);
});

test.each(["", "tmp", "journal.db", "journal.db-wal"])(
  "a link in the place of %j is refused",
  async (name) => {
    const outside = join(folder, "../outside");
    mkdirSync(outside);
    if (name !== "") mkdirSync(folder);
    symlinkSync(outside, join(folder, name));
    await expect(open()).rejects.toMatchObject({ code: "path_refused" });
    expect(readdirSync(outside)).toEqual([]);
  },
);

test("removes unfinished files only if their process is dead", async () => {
  await open();
  writeFileSync(join(folder, "tmp", "999999999-1-aa.tmp"), "half");
  writeFileSync(join(folder, "tmp", `${process.ppid}-1-bb.tmp`), "being written");
  const { recovered } = await open();
  expect(readdirSync(join(folder, "tmp"))).toEqual([`${process.ppid}-1-bb.tmp`]);
  expect(recovered).toEqual([expect.stringContaining("removed 1 unfinished file")]);
});

test.each([
  ["gone", () => rmSync(join(folder, "journal.db"))],
  ["emptied", () => truncateSync(join(folder, "journal.db"), 0)],
  ["cut short", () => truncateSync(join(folder, "journal.db"), 5000)],
  ["overwritten", () => writeFileSync(join(folder, "journal.db"), "x".repeat(20_000))],
])("a database that is %s is reported, never replaced", async (_, damage) => {
  await (await open()).database.close();
  damage();
  await expect(open()).rejects.toMatchObject({ code: "state_damaged" });
});

test("a log that lost its end after a crash is reported, and can be discarded by hand", async () => {
  const live = await open();
  await live.database.run("CREATE TABLE notes (text TEXT)");
  const crashed = join(folder, "../crashed");
  cpSync(folder, crashed, { recursive: true });
  await live.database.close();
  folder = crashed;
  const log = join(crashed, "journal.db-wal");
  truncateSync(log, readFileSync(log).length - 1);
  await expect(open()).rejects.toMatchObject({
    code: "state_damaged",
    message: expect.stringContaining("-wal"),
  });
  for (const suffix of ["-wal", "-shm"]) rmSync(join(crashed, `journal.db${suffix}`));
  await expect(open()).rejects.toMatchObject({
    code: "state_damaged",
    message: expect.stringContaining("state.yaml"),
  });
});

test("an index that lost its entries is reported", async () => {
  const { database } = await open();
  await database.run("CREATE TABLE notes (text TEXT PRIMARY KEY)");
  await database.run("INSERT INTO notes VALUES ('kept')");
  const [page] = await database.all(
    "SELECT rootpage FROM sqlite_schema WHERE name LIKE 'sqlite_autoindex_notes%'",
  );
  await database.close();
  const bytes = readFileSync(join(folder, "journal.db"));
  bytes.writeUInt16BE(0, (Number(page?.rootpage) - 1) * 4096 + 3);
  writeFileSync(join(folder, "journal.db"), bytes);
  await expect(open()).rejects.toMatchObject({ code: "state_damaged" });
});

test("another database in its place is reported", async () => {
  await (await open()).database.close();
  const marker = readFileSync(join(folder, "state.yaml"));
  for (const name of ["journal.db", "state.yaml"]) rmSync(join(folder, name));
  await (await open()).database.close();
  writeFileSync(join(folder, "state.yaml"), marker);
  await expect(open()).rejects.toMatchObject({ code: "state_damaged" });
});

test("a damaged marker is set aside and written again", async () => {
  await (await open()).database.close();
  truncateSync(join(folder, "state.yaml"), 20);
  expect((await open()).recovered).toEqual([expect.stringContaining("state.yaml was damaged")]);
  expect((await open()).recovered).toEqual([]);
});
