import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFleet } from "../src/services/fleet/index.ts";
import { FLEET_MIGRATIONS } from "../src/services/fleet/schema.ts";
import { openJournal } from "../src/services/journal/index.ts";
import { JOURNAL_MIGRATIONS } from "../src/services/journal/schema.ts";
import { QUEUE_MIGRATIONS } from "../src/services/queue/schema.ts";
import { openReviews } from "../src/services/reviews/index.ts";
import { PLANS_MIGRATIONS } from "../src/services/reviews/plans/schema.ts";
import {
  ATTEMPTS_MIGRATIONS,
  CERTIFICATES_MIGRATIONS,
  ESCALATIONS_MIGRATIONS,
  REVIEWS_MIGRATIONS,
} from "../src/services/reviews/schema.ts";
import { openSessions } from "../src/services/sessions/index.ts";
import { SESSIONS_MIGRATIONS } from "../src/services/sessions/schema.ts";
import { openState } from "../src/services/state/index.ts";
import { STORES } from "./support/stores.ts";

const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  fleet: FLEET_MIGRATIONS,
  "journal sqlite": JOURNAL_MIGRATIONS.sqlite,
  "journal postgres": JOURNAL_MIGRATIONS.postgres,
  queue: QUEUE_MIGRATIONS,
  plans: PLANS_MIGRATIONS,
  attempts: ATTEMPTS_MIGRATIONS,
  certificates: CERTIFICATES_MIGRATIONS,
  escalations: ESCALATIONS_MIGRATIONS,
  reviews: REVIEWS_MIGRATIONS,
  sessions: SESSIONS_MIGRATIONS,
};
const now = () => new Date().toISOString();
const digest = (sql: string) => createHash("sha256").update(sql).digest("hex").slice(0, 16);

it("keeps every released migration unchanged, because databases that have run it never run it again", () => {
  const file = new URL("fixtures/released-schemas.json", import.meta.url);
  const released: Record<string, string[]> = JSON.parse(readFileSync(file, "utf8"));
  const present = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([owner, all]) => [owner, all.map(digest)]),
  );
  for (const [owner, digests] of Object.entries(released))
    expect([owner, present[owner]?.slice(0, digests.length)]).toEqual([owner, digests]);
  // A new migration is added to the file in the commit that adds it.
  expect(present).toEqual(released);
});

describe.each(STORES)("on $name", (store) => {
  describe.skipIf(store.isMissing)("a database of the first release", () => {
    beforeAll(() => store.start(), 120_000);
    const folder = mkdtempSync(join(tmpdir(), "agentforge-schemas-"));
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await store.stop();
    });

    it("is migrated with everything in it", async () => {
      const { database, exports } = await openState({ folder, now, ...store.fresh() });
      const text = readFileSync(new URL("fixtures/schemas-1.sql", import.meta.url), "utf8");
      for (const part of text.split("-- owner: ").slice(1)) {
        const [name = ""] = part.split("\n", 1);
        const [owner = "", dialect = database.dialect] = name.split(" ");
        if (dialect === database.dialect) await database.migrate(owner, [part.slice(name.length)]);
      }
      const journal = await openJournal({ database, now, randomId: randomUUID, redact: (each) => each });
      const sessions = await openSessions({ database, exports, now });
      expect(await sessions.get("S-first")).toMatchObject({ status: "running", brain: "search" });
      expect(await sessions.underWay("S-first")).toBeNull();
      const reviews = await openReviews({ database, exports, journal, now });
      expect(await reviews.summaries()).toEqual([]);
      const ids = { newTraceId: randomUUID, newTaskId: randomUUID };
      const fleet = await openFleet({ database, journal, now, redact: (data) => data, ...ids });
      expect(await fleet.task("T-first")).toMatchObject({ status: "queued", created_by: "ada" });
      expect(await journal.verifyChain()).toMatchObject({ status: "ok", records: 1 });
      expect(await database.outdated()).toBeNull();
      await database.close();
    });
  });
});
