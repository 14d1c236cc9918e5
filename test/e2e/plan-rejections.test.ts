import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { executePlan } from "../../src/workflows/plans/execute-plan.ts";
import { agentforge } from "../support/cli.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const place = usePlanPorts();
const { at, plans, active, rejected, edit, reconcile } = planFiles(place);
const { signal } = new AbortController();

const move = (from: string, to: string) => renameSync(from, to);

const toRejected = (id: string) => move(plans(id), at(`Inbox/Rejected/${id}_plan.md`));
describe("a person who rejects a plan with its file", () => {
  it("stops an approved plan immediately, and has rejected it once they say why", async () => {
    writeFileSync(active("moment"), planText({ files: { "moment.txt": "x\n" } }));
    await reconcile();
    expect((await place.ports.plans.get("moment"))?.record.stage).toBe("approved");
    move(active("moment"), rejected("moment"));
    expect(await executePlan(place.ports, "moment", signal)).toBeNull();
    await reconcile();
    expect((await place.ports.plans.get("moment"))?.record.stage).toBe("needs_reason");

    edit(rejected("moment"), (text) => text.replace("+++\n", '+++\nrejection_reason = "too risky"\n'));
    await reconcile();
    await reconcile();
    const rows = await place.ports.journal.query({ entityId: "moment" });
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
    const run = (...args: string[]) => agentforge(place.repository.path, args, { AGENTFORGE_USER: "ada" });
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
    expect((await run("plan", "reject", "seen", "--reason", "…")).stderr).toContain("--reason is empty");
    expect((await run("plan", "reject", "seen", "--reason", "too risky")).exitCode).toBe(0);
    expect(readFileSync(rejected("seen"), "utf8")).toContain('rejection_reason = "too risky"');
    expect(readFileSync(rejected("seen"), "utf8")).not.toContain("agentforge:notice");
    const rows = await place.ports.journal.query({ entityId: "seen" });
    expect(rows.filter((row) => row.action_type === "plan.rejected")).toMatchObject([
      { actor: "human", metadata: { reviewed_by: "ada", reason: "too risky", via: "command" } },
    ]);
  }, 60_000);
});
