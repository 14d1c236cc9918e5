import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openState } from "../src/services/state/index.ts";
import { agentforge } from "./support/cli.ts";
import { fillFleet, SHOWN_DIFF } from "./support/filled-fleet.ts";
import { noPostgres, type PostgresServer, startPostgres } from "./support/postgres.ts";
import { type Served, startServe } from "./support/serve.ts";

const name = noPostgres === null ? "the fleet page" : `the fleet page (skipped: ${noPostgres})`;
const now = () => new Date().toISOString();

describe.skipIf(noPostgres !== null)(name, () => {
  let server: PostgresServer;
  let folder: string;
  let env: Record<string, string>;
  let page: Served | null = null;

  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), "agentforge-fleet-page-"));
    env = { AGENTFORGE_DATABASE: server.url, AGENTFORGE_USER: "ada", XDG_CONFIG_HOME: folder };
    await fillFleet(server.url, folder);
  }, 120_000);
  afterEach(async () => {
    await page?.stop();
    page = null;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server?.stop();
  });

  it("shows what is waiting in all repositories, and accepts one answer to what was shown", async () => {
    page = await startServe(folder, ["--fleet"], env);
    const project = await page.call("getProject");
    expect(project).toMatchObject({ site: "fleet", person: "ada", role: "admin" });
    const { items, total } = await page.call("listFleetInbox");
    expect([total, items[0]?.repository]).toEqual([2, "https://example.com/a/shop"]);
    expect((await page.call("getFleetReview", { id: "RV-1" })).diff).not.toContain("ghp_0123");

    const other = { diff_hash: "b".repeat(64) };
    expect(await page.refused("approveFleetReview", { id: "RV-1", body: other })).toMatchObject({
      status: 409,
    });
    const answer = await page.call("approveFleetReview", { id: "RV-1", body: { diff_hash: SHOWN_DIFF } });
    const again = await page.refused("approveFleetReview", { id: "RV-1", body: { diff_hash: SHOWN_DIFF } });
    expect([again.status, again.error.message]).toEqual([409, expect.stringContaining("by ada")]);
    const body = { diff_hash: SHOWN_DIFF, reason: "too broad" };
    await page.call("rejectFleetReview", { id: "RV-2", body });
    expect((await page.call("listFleetInbox")).total).toBe(0);
    expect((await page.call("listFleetInbox", { query: { all: "yes" } })).total).toBe(2);

    const { tasks, counts } = await page.call("listFleetTasks", { query: { status: "queued" } });
    expect([tasks.length, counts.queued]).toEqual([2, 2]);
    expect(tasks.map(({ task_id }) => task_id)).toContain(answer.task_id);
    expect(await page.call("cancelFleetTask", { id: answer.task_id })).toMatchObject({ status: "cancelled" });
    expect(await page.call("retryFleetTask", { id: answer.task_id })).toMatchObject({ status: "queued" });
    await page.call("setFleetMode", { body: { mode: "paused" } });
    expect(await page.call("getFleetStatus")).toMatchObject({ mode: "paused", workers: [] });
    expect((await page.call("getStats", { query: { by: "repository" } })).rows).toMatchObject([
      { name: "https://example.com/a/shop", runs: 1, asked: 2, rejected: 1 },
    ]);
    expect((await page.refused("listInbox")).status).toBe(404);
    expect((await page.refused("startRun", { body: { kind: "repair" } })).status).toBe(404);
  }, 60_000);

  it("has the same figures as the command, and the journal names who answered", async () => {
    const { json } = await agentforge(folder, ["stats", "--fleet", "--by", "brain", "--json"], env);
    expect(json.rows.map((row: { name: string }) => row.name)).toContain("search");
    const state = await openState({ folder, now, postgres: { url: server.url, schema: "agentforge_fleet" } });
    const rows = await state.database.all(
      "SELECT actor, metadata FROM activity WHERE action_type IN ('review.approved', 'review.rejected')",
    );
    await state.database.close();
    expect(rows.map((row) => [row.actor, JSON.parse(String(row.metadata)).by])).toEqual([
      ["human", "ada"],
      ["human", "ada"],
    ]);
  });
});
