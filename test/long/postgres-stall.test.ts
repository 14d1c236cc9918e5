import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "../../src/services/state/postgres.ts";
import { noPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts";

const name = noPostgres === null ? "PostgreSQL" : `PostgreSQL (skipped: ${noPostgres})`;
describe.skipIf(noPostgres !== null)(name, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server?.stop());

  it("rolls back a stalled transaction before any waiting process gives up", async () => {
    const open = () => openPostgres({ url: server.url, schema: "stalled" });
    const [stalled, other] = [await open(), await open()];
    await other.migrate("notes", ["CREATE TABLE notes (name TEXT PRIMARY KEY)"]);
    const add = "INSERT INTO notes (name) VALUES (?)";
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const lost = stalled.transaction(async (queries) => {
      await queries.run(add, ["lost"]);
      started.resolve();
      await goOn.promise;
      await queries.run(add, ["late"]);
    });
    await started.promise;
    await other.transaction((queries) => queries.run(add, ["kept"]));
    goOn.resolve();
    await expect(lost).rejects.toThrow();
    await stalled.run(add, ["next"]);
    expect(await other.all("SELECT name FROM notes ORDER BY name")).toEqual([
      { name: "kept" },
      { name: "next" },
    ]);
    await Promise.all([stalled.close(), other.close()]);
  }, 90_000);
});
