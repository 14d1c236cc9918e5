import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlanHouse } from "../../src/app/plans.ts";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import { executePlan } from "../../src/workflows/execute-plan.ts";
import type { PlanHouse } from "../../src/workflows/plan-house.ts";
import { reconcilePlans } from "../../src/workflows/reconcile-plans.ts";
import { agentforge } from "../support/cli.ts";
import { plannedProject, planText } from "../support/plans.ts";
import type { Repository } from "../support/repository.ts";

let repository: Repository;
let app: App;
let house: PlanHouse;
const { signal } = new AbortController();
beforeAll(async () => {
  repository = plannedProject({ tests: false });
  app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: false });
  house = await openPlanHouse(app);
});
afterAll(async () => {
  await app.close();
  repository.remove();
});

const at = (name: string) => join(repository.path, ".agentforge", name);
const plans = (id: string) => at(`Inbox/Plans/${id}_plan.md`);
const active = (id: string) => at(`System/Active/${id}.md`);
const rejected = (id: string) => at(`Inbox/Rejected/${id}_rejected.md`);
const move = (from: string, to: string) => renameSync(from, to);
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, "utf8")));

async function reconcile(): Promise<void> {
  while ((await reconcilePlans(house, signal)).unsettled) await house.pause(100);
}

const toRejected = (id: string) => move(plans(id), at(`Inbox/Rejected/${id}_plan.md`));
describe("a person who turns a plan down with its file", () => {
  it("keeps an approved plan from running at once, and has rejected it when they say why", async () => {
    writeFileSync(active("moment"), planText({ files: { "moment.txt": "x\n" } }));
    await reconcile();
    expect((await house.plans.get("moment"))?.record.stage).toBe("approved");
    move(active("moment"), rejected("moment"));
    expect(await executePlan(house, "moment", signal)).toBeNull();
    await reconcile();
    expect((await house.plans.get("moment"))?.record.stage).toBe("needs_reason");

    edit(rejected("moment"), (text) => text.replace("+++\n", '+++\nrejection_reason = "too risky"\n'));
    await reconcile();
    await reconcile();
    const rows = await house.journal.query({ entityId: "moment" });
    expect(rows.map((row) => `${row.actor} ${row.action_type}`)).toEqual([
      "human plan.created",
      "human plan.approved",
      "system plan.returned",
      "human plan.rejected",
    ]);
    expect(rows.at(-1)?.metadata).toMatchObject({ reason: "too risky", via: "file" });
  });

  it("sees it in the inbox and the list, with the command that gives the reason", async () => {
    writeFileSync(plans("seen"), planText({ files: { "seen.txt": "x\n" } }));
    await reconcile();
    toRejected("seen");
    const run = (...args: string[]) => agentforge(repository.path, args, { AGENTFORGE_USER: "ada" });
    const { json } = await run("inbox", "--json");
    expect(json.waiting.find((each: { id: string }) => each.id === "seen")).toMatchObject({
      title: "A plan (rejected, the reason is missing)",
      next: ['plan reject seen --reason "…"', "plan show seen", "plan approve seen"],
    });
    for (const args of [
      ["plan", "list"],
      ["plan", "show", "seen"],
    ]) {
      const { stdout } = await run(...args);
      expect(stdout).toMatch(/seen +rejected, the reason is missing/);
      expect(stdout).toContain('agentforge plan reject seen --reason "…"');
    }
    expect((await run("plan", "reject", "seen", "--reason", "…")).stderr).toContain("--reason says nothing");
    expect((await run("plan", "reject", "seen", "--reason", "too risky")).exitCode).toBe(0);
    expect(readFileSync(rejected("seen"), "utf8")).toContain('rejection_reason = "too risky"');
    expect(readFileSync(rejected("seen"), "utf8")).not.toContain("agentforge:notice");
    const rows = await house.journal.query({ entityId: "seen" });
    expect(rows.filter((row) => row.action_type === "plan.rejected")).toMatchObject([
      { actor: "human", metadata: { reviewed_by: "ada", reason: "too risky", via: "command" } },
    ]);
  }, 60_000);
});
