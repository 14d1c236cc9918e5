import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { STORES } from "../../../test/support/stores.ts";
import { ActivityRecord } from "../../domain/entities/activity.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import { createRedactor } from "../../domain/rules/secrets/redactor.ts";
import { openState } from "../state/index.ts";
import { openJournal } from "./index.ts";

const TRACE = "550e8400-e29b-41d4-a716-446655440000";
describe.each(STORES)("on $name", (store) => {
  describe.skipIf(store.isMissing)("the journal", () => {
    /** What the database calls the second column of the first example. */
    const column = store.name === "SQLite" ? "metadata->>'reviewed_by'" : "?column?";
    beforeAll(() => store.start(), 120_000);
    afterAll(() => store.stop());
    let folder: string;
    let place: ReturnType<(typeof store)["fresh"]>;
    let database: Database;
    let clock: number;

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "agentforge-journal-"));
      place = store.fresh();
      database = (await openState({ folder, now: () => new Date().toISOString(), ...place })).database;
      clock = Date.parse("2026-01-02T03:04:05.000Z");
    });

    afterEach(async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    });

    async function execute(sql: string): Promise<void> {
      for (const statement of sql.split(";")) await database.run(statement);
    }

    function open(secrets: readonly string[] = []) {
      let id = 0;
      return openJournal({
        database,
        now: () => {
          clock += 1000;
          return new Date(clock).toISOString();
        },
        randomId: () => {
          id += 1;
          return `activity-${String(id).padStart(5, "0")}`;
        },
        redact: createRedactor({ values: secrets, tag: () => "abcdef" }).text,
      });
    }

    const activity = (actionType: string, more: Partial<Activity> = {}): Activity => ({
      traceId: TRACE,
      actor: "agent",
      actionType,
      ...more,
    });

    describe("record and commit", () => {
      test("keep their order, and a commit includes everything recorded before it", async () => {
        const journal = await open();
        journal.record(activity("tool.called", { entityId: "read_file" }));
        journal.record(activity("tool.called", { entityId: "edit_file" }));
        const record = await journal.commit(
          activity("plan.approved", { actor: "human", metadata: { by: "ada" } }),
        );
        expect(ActivityRecord.parse(record)).toEqual(record);
        const rows = await database.all("SELECT action_type, entity_id, seq FROM activity ORDER BY seq");
        expect(rows).toMatchObject([
          { action_type: "tool.called", entity_id: "read_file", seq: 1 },
          { action_type: "tool.called", entity_id: "edit_file", seq: 2 },
          { action_type: "plan.approved", seq: 3 },
        ]);
      });

      test("records reach the database on their own after a moment", async () => {
        const journal = await open();
        journal.record(activity("tool.called"));
        expect(await database.all("SELECT count(*) AS n FROM activity")).toEqual([{ n: 0 }]);
        await expect.poll(() => database.all("SELECT count(*) AS n FROM activity")).toEqual([{ n: 1 }]);
        await journal.close();
      });

      test("recording takes a snapshot, and never throws", async () => {
        const journal = await open();
        const metadata: Record<string, string> = { path: "a.js" };
        journal.record(activity("tool.called", { metadata }));
        metadata.path = "b.js";
        const circle: Record<string, unknown> = {};
        circle.self = circle;
        journal.record(activity("tool.called", { metadata: circle as Activity["metadata"] & object }));
        const rows = await journal.query({});
        expect(rows.map((row) => row.metadata)).toEqual([{ path: "a.js" }, { unwritable_metadata: true }]);
      });

      test("records that cannot be written wait, in order, until they can", async () => {
        const journal = await open();
        await execute("ALTER TABLE activity RENAME TO elsewhere");
        journal.record(activity("tool.called", { entityId: "first" }));
        await expect(journal.flush()).rejects.toThrow();
        await expect(journal.commit(activity("plan.approved"))).rejects.toThrow();
        journal.record(activity("tool.called", { entityId: "second" }));
        await execute("ALTER TABLE elsewhere RENAME TO activity");
        await journal.flush();
        expect((await journal.query({})).map((row) => row.entity_id)).toEqual(["first", "second"]);
      });

      test("what is recorded while others are being written is written next", async () => {
        const journal = await open();
        journal.record(activity("tool.called", { entityId: "first" }));
        const flushing = journal.flush();
        await Promise.resolve();
        journal.record(activity("tool.called", { entityId: "second" }));
        await flushing;
        expect((await journal.query({})).map((row) => row.entity_id)).toEqual(["first", "second"]);
      });

      test("a long backlog is written in parts, in order, with its commit last", async () => {
        const journal = await open();
        for (let n = 1; n <= 1234; n += 1) journal.record(activity("tool.called", { metadata: { n } }));
        await journal.commit(activity("plan.approved", { metadata: { n: 1235 } }));
        const numbers = (await journal.query({})).map((row) => row.metadata.n);
        expect(numbers).toEqual(Array.from({ length: 1235 }, (_, index) => index + 1));
        expect(await journal.verifyChain()).toMatchObject({ status: "ok", records: 1235 });
      });

      test("pages contain every match, oldest first, and continue after a known record", async () => {
        const journal = await open();
        for (let n = 1; n <= 2345; n += 1)
          journal.record(activity(n % 2 === 0 ? "tool.called" : "tool.denied", { metadata: { n } }));
        const collect = async (filter: { actionType?: string; after?: string }) => {
          const pages = [];
          for await (const page of journal.pages(filter)) pages.push(page);
          return pages.flat();
        };
        const all = await collect({});
        expect(all.map((record) => record.metadata.n)).toEqual(Array.from({ length: 2345 }, (_, n) => n + 1));
        expect(await collect({ actionType: "tool.called" })).toHaveLength(1172);
        const known = all[2000];
        expect((await collect({ after: String(known?.id) })).at(0)?.metadata.n).toBe(2002);
        expect(await collect({ after: String(all.at(-1)?.id) })).toEqual([]);
        await expect(collect({ after: "nobody" })).rejects.toMatchObject({ code: "not_found" });
        await expect(journal.query({ since: "yesterday-ish" })).rejects.toMatchObject({ code: "bad_input" });
      });

      test("a commit within a transaction is undone when that rolls back", async () => {
        const journal = await open();
        const failing = database.transaction(async (queries) => {
          await journal.commit(activity("review.approved"), queries);
          throw new Error("no");
        });
        await expect(failing).rejects.toThrow("no");
        await database.transaction((queries) => journal.commit(activity("review.rejected"), queries));
        expect((await journal.query({})).map((row) => row.action_type)).toEqual(["review.rejected"]);
        expect(await journal.verifyChain()).toMatchObject({ status: "ok", records: 1 });
      });

      test("secrets are removed before the first write", async () => {
        const journal = await open(["hunter2hunter2"]);
        journal.record(
          activity("tool.called", { entityId: "x-hunter2hunter2", metadata: { out: ["hunter2hunter2"] } }),
        );
        await journal.commit(
          activity("tool.called", { metadata: { password: "abc123!", nested: { api_key: "k1k2k3k4k5" } } }),
        );
        const rows = await journal.query({});
        expect(rows.map((row) => [row.entity_id, row.metadata])).toEqual([
          ["x-<secret:environment:abcdef>", { out: ["<secret:environment:abcdef>"] }],
          [null, { password: "<secret:password:abcdef>", nested: { api_key: "<secret:api-key:abcdef>" } }],
        ]);
      });
    });

    test("query filters, newest last", async () => {
      const journal = await open();
      const other = "00000000-0000-4000-8000-000000000000";
      for (let n = 1; n <= 5; n += 1) journal.record(activity("tool.called", { entityId: `t${n}` }));
      journal.record(activity("tool.denied", { traceId: other, actor: "system", entityId: "t1" }));
      const ids = async (filter: Parameters<typeof journal.query>[0]) =>
        (await journal.query(filter)).map((row) => row.entity_id);
      expect(await ids({ limit: 2 })).toEqual(["t5", "t1"]);
      expect(await ids({ traceId: TRACE, limit: 2 })).toEqual(["t4", "t5"]);
      expect(await ids({ actor: "system" })).toEqual(["t1"]);
      expect(await ids({ actionType: "tool.denied" })).toEqual(["t1"]);
      expect(await ids({ actionType: ["tool.denied", "none"] })).toEqual(["t1"]);
      expect(await ids({ actionType: ["tool.denied", "tool.called"], limit: 2 })).toEqual(["t5", "t1"]);
      expect(await ids({ entityId: "t1" })).toEqual(["t1", "t1"]);
      expect(await ids({ since: "2026-01-02T04:04:10.000+01:00" })).toEqual(["t5", "t1"]);
      expect(await ids({ traceId: "none" })).toEqual([]);
    });

    describe("verifyChain", () => {
      const damages: readonly (readonly [string, string, number])[] = [
        ["altered", "UPDATE activity SET metadata = '{\"n\":99}' WHERE seq = 4", 4],
        ["altered by one space in its JSON", "UPDATE activity SET metadata = '{\"n\": 4}' WHERE seq = 4", 4],
        ["given to another actor", "UPDATE activity SET actor = 'human' WHERE seq = 6", 6],
        ["re-dated", "UPDATE activity SET timestamp = '2020-01-01T00:00:00.000Z' WHERE seq = 2", 2],
        ["removed", "DELETE FROM activity WHERE seq = 5", 5],
        ["removed at the start", "DELETE FROM activity WHERE seq = 1", 1],
        [
          "removed, the rest moved up",
          "DELETE FROM activity WHERE seq = 5; UPDATE activity SET seq = seq - 1 WHERE seq > 5",
          5,
        ],
        [
          "re-ordered",
          "UPDATE activity SET seq = -3 WHERE seq = 3; UPDATE activity SET seq = 3 WHERE seq = 4; UPDATE activity SET seq = 4 WHERE seq = -3",
          3,
        ],
        [
          "inserted",
          "INSERT INTO activity SELECT 'x', trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, 11, hash, hash FROM activity WHERE seq = 10",
          11,
        ],
        [
          "inserted before the start",
          "INSERT INTO activity SELECT 'x', trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, 0, hash, hash FROM activity WHERE seq = 10",
          0,
        ],
        ["re-hashed", "UPDATE activity SET hash = prev_hash WHERE seq = 8", 8],
      ];

      test.each(damages)("names the first bad row if one was %s", async (_, sql, seq) => {
        const journal = await open();
        for (let n = 1; n <= 10; n += 1) journal.record(activity("tool.called", { metadata: { n } }));
        expect(await journal.verifyChain()).toMatchObject({ status: "ok", records: 10 });
        await execute(sql);
        expect(await journal.verifyChain()).toMatchObject({ status: "broken", seq });
      });

      test("a head stored elsewhere reveals a truncated and a rewritten journal", async () => {
        const journal = await open();
        for (let n = 1; n <= 4; n += 1) journal.record(activity("tool.called", { metadata: { n } }));
        const head = await journal.head();
        expect(head).toMatchObject({ seq: 4 });
        journal.record(activity("tool.called"));
        expect(await journal.verifyChain(head === null ? [] : [head])).toMatchObject({
          status: "ok",
          records: 5,
        });
        await execute("DELETE FROM activity WHERE seq > 3");
        expect(await journal.verifyChain()).toMatchObject({ status: "ok" });
        expect(await journal.verifyChain(head === null ? [] : [head])).toMatchObject({
          status: "broken",
          seq: 4,
        });
        await execute("DELETE FROM activity");
        for (let n = 1; n <= 6; n += 1) journal.record(activity("tool.called", { metadata: { n } }));
        expect(await journal.verifyChain(head === null ? [] : [head])).toMatchObject({
          status: "broken",
          seq: 4,
        });
      });
    });

    test("concurrent processes write one chain", async () => {
      const journal = await open();
      const writer = join(folder, "writer.mjs");
      const here = import.meta.dirname;
      writeFileSync(
        writer,
        `import { openJournal } from ${JSON.stringify(join(here, "index.ts"))};
     import { openState } from ${JSON.stringify(join(here, "../state/index.ts"))};
     const { database } = await openState({ folder: process.argv[2], now: () => new Date().toISOString(), ...JSON.parse(process.argv[3]) });
     const journal = await openJournal({ database, now: () => new Date().toISOString(), randomId: () => crypto.randomUUID(), redact: (t) => t });
     for (let n = 0; n < 60; n += 1) {
       journal.record({ traceId: null, actor: "agent", actionType: "tool.called", metadata: { n } });
       if (n % 7 === 0) await journal.commit({ traceId: null, actor: "human", actionType: "plan.approved" });
     }
     await journal.close(); await database.close();`,
      );
      const children = [1, 2, 3].map(() =>
        spawn(process.execPath, [writer, folder, JSON.stringify(place)], { stdio: "inherit" }),
      );
      const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
      expect(codes).toEqual([0, 0, 0]);
      expect(await journal.verifyChain()).toMatchObject({ status: "ok", records: 3 * (60 + 9) });
    });

    test("adds up what models cost, by trace and day, and does not guess prices", async () => {
      const journal = await open();
      const other = { traceId: null, actor: "agent" } as const;
      journal.record(activity("model.answered", { metadata: { tokens: 5, cost_usd: 0.5 } }));
      journal.record(
        activity("model.refused", { metadata: { inputTokens: 2, outputTokens: 1, cost_usd: 0.25 } }),
      );
      journal.record(activity("model.answered", { metadata: { tokens: 0 } }));
      journal.record(activity("tool.called", { metadata: { tokens: 1000, cost_usd: 9 } }));
      clock += 86_400_000;
      journal.record({ ...activity("model.answered", { metadata: { tokens: 7 } }), ...other });
      const spent = await journal.modelSpending();
      expect(spent.toSorted((left, right) => left.tokens - right.tokens)).toEqual([
        { traceId: null, day: "2026-01-03", tokens: 7, usd: null },
        { traceId: TRACE, day: "2026-01-02", tokens: 8, usd: 0.75 },
      ]);
      expect(await journal.modelSpending("2026-01-03T00:00:00.000Z")).toHaveLength(1);
    });

    describe("the example queries, as written", () => {
      const QUERIES = {
        reviews: `-- Get all human review actions for a trace
SELECT action_type, metadata->>'reviewed_by', timestamp
FROM activity
WHERE trace_id = '550e8400-e29b-41d4-a716-446655440000'
  AND actor = 'human'
ORDER BY timestamp;`,
        awaiting: `-- Find plans awaiting human review
SELECT entity_id, timestamp
FROM activity
WHERE action_type = 'plan.created'
  AND entity_id NOT IN (
    SELECT entity_id FROM activity
    WHERE action_type IN ('plan.approved', 'plan.rejected')
  )
ORDER BY timestamp DESC;`,
        rate: `-- Get rejection rate
SELECT
  COUNT(*) FILTER (WHERE action_type = 'plan.rejected') * 100.0 / COUNT(*) as rejection_rate
FROM activity
WHERE action_type IN ('plan.approved', 'plan.rejected');`,
      };

      test("answer", async () => {
        const journal = await open();
        for (const plan of ["one", "two", "three"])
          journal.record(activity("plan.created", { entityId: plan }));
        const by = { actor: "human", metadata: { reviewed_by: "ada" } } as const;
        await journal.commit(activity("plan.approved", { ...by, entityId: "one" }));
        await journal.commit(activity("plan.rejected", { ...by, entityId: "three" }));
        expect(await database.all(QUERIES.reviews)).toEqual([
          {
            action_type: "plan.approved",
            [column]: "ada",
            timestamp: "2026-01-02T03:04:09.000Z",
          },
          {
            action_type: "plan.rejected",
            [column]: "ada",
            timestamp: "2026-01-02T03:04:10.000Z",
          },
        ]);
        expect(await database.all(QUERIES.awaiting)).toEqual([
          { entity_id: "two", timestamp: "2026-01-02T03:04:07.000Z" },
        ]);
        expect(await database.all(QUERIES.rate)).toEqual([{ rejection_rate: 50 }]);
      });
    });

    test.each(["docs/state.md", "docs/journal.md"])("the examples in %s run", async (page) => {
      const journal = await open();
      await journal.commit(activity("review.approved", { actor: "human", metadata: { reviewed_by: "ada" } }));
      const sql = /```sql\n([\s\S]*?)```/.exec(readFileSync(page, "utf8"))?.[1] ?? "";
      const [first = "", ...others] = sql.split(";").filter((statement) => statement.trim() !== "");
      expect(await database.all(first)).toMatchObject([{ [column]: "ada" }]);
      for (const statement of others) expect(await database.all(statement)).toEqual([{ rejection_rate: 0 }]);
    });
  });
});
