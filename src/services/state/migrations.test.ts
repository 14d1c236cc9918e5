import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STORES } from "../../../test/support/stores.ts";
import type { Database } from "../../domain/ports/database.ts";
import { openState } from "./index.ts";

const FIRST = "CREATE TABLE things (id TEXT PRIMARY KEY)";
const ADDS = "CREATE TABLE more (id TEXT PRIMARY KEY); ALTER TABLE things ADD COLUMN note TEXT";
const BREAKS = "-- breaking: ids are numbers\nALTER TABLE things RENAME COLUMN id TO number";
const now = () => new Date().toISOString();

describe.each(STORES)("on $name", (store) => {
  describe.skipIf(store.isMissing)("two versions of the program on one database", () => {
    beforeAll(() => store.start(), 120_000);
    afterAll(() => store.stop());
    let folder: string;
    let older: Database;
    let newer: Database;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "agentforge-migrations-"));
      const place = store.fresh();
      older = (await openState({ folder, now, ...place })).database;
      newer = (await openState({ folder, now, ...place })).database;
      await older.migrate("things", [FIRST]);
    });
    afterEach(async () => {
      await older.close();
      await newer.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it("continue side by side if the newer one only adds tables", async () => {
      await newer.migrate("things", [FIRST, ADDS]);
      await older.run("INSERT INTO things (id) VALUES ('a')");
      expect(await newer.all("SELECT id, note FROM things")).toEqual([{ id: "a", note: null }]);
      expect(await older.outdated()).toBeNull();
      await older.migrate("things", [FIRST]);
      await newer.migrate("things", [FIRST, ADDS]);
    });

    it("tell the older one to stop if the newer one changes existing tables", async () => {
      await newer.migrate("things", [FIRST, ADDS, BREAKS]);
      expect(await older.outdated()).toContain("newer AgentForge");
      expect(await newer.outdated()).toBeNull();
      const refused = { code: "unsupported", hint: "Update AgentForge." };
      await expect(older.migrate("things", [FIRST])).rejects.toMatchObject(refused);
      await expect(older.migrate("things", [FIRST, ADDS])).rejects.toMatchObject(refused);
    });
  });
});
