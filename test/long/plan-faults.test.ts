import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const place = usePlanPorts();
const { at, plans, active, rejected, edit, reconcile } = planFiles(place);
const recordOf = async (id: string) => (await place.ports.plans.get(id))?.record;
const run = (...args: string[]) => agentforge(place.repository.path, args);
const broken = (id: string) =>
  planText({ files: { [`${id}.txt`]: "x\n" } }).replace('"write_file"', '"wipe_disk"');
const reason = (text: string) => text.replace("+++\n", '+++\nrejection_reason = "no such tool"\n');

describe("a plan that has errors", () => {
  it("is listed with its errors, and is fixed in its file", async () => {
    writeFileSync(at("Inbox/Plans/My plan.md"), broken("mine"));
    await reconcile();
    expect(await recordOf("my-plan")).toMatchObject({ stage: "review", faults: [{}] });
    expect((await run("plan", "list")).stdout).toMatch(
      /my-plan +has errors[\s\S]*there is no tool "wipe_disk"/,
    );
    const { json } = await run("inbox", "--json");
    expect(json.waiting[0]).toMatchObject({
      id: "my-plan",
      next: ["plan lint my-plan", "plan show my-plan", expect.anything()],
    });

    edit(plans("my-plan"), (text) => text.replace('tool = "wipe_disk"', 'tool = "write_file"'));
    await reconcile();
    expect(await recordOf("my-plan")).toMatchObject({ stage: "review", faults: [] });
    expect(readFileSync(plans("my-plan"), "utf8")).not.toContain("agentforge:notice");
    expect((await run("plan", "lint", "my-plan")).stdout).toContain("1 action, rehearsed on a copy");
  });

  it.each(["Inbox/Plans", "System/Active"])("can be rejected by its file, from %s", async (from) => {
    const id = `no-${from.length}`;
    writeFileSync(at(`${from}/${id}.md`), broken(id));
    await reconcile();
    expect((await recordOf(id))?.faults).toHaveLength(1);
    const file = [active(id), plans(id)].find(existsSync) ?? "";
    expect(readFileSync(file, "utf8")).toContain("there is no tool");
    edit(file, reason);
    renameSync(file, at(`Inbox/Rejected/${id}.md`));
    await reconcile();
    expect(await recordOf(id)).toMatchObject({ stage: "rejected", decision: { reason: "no such tool" } });
    expect(readFileSync(rejected(id), "utf8")).toContain("no such tool");
  });

  it("can be rejected before it is read, and as the plan of a request", async () => {
    writeFileSync(at("Inbox/Rejected/unread.md"), reason(broken("unread")));
    writeFileSync(at("Inbox/Requests/asked.md"), "Do something.\n");
    await reconcile();
    expect(await recordOf("unread")).toMatchObject({ stage: "rejected" });
    writeFileSync(plans("asked"), broken("asked"));
    await reconcile();
    expect((await recordOf("asked"))?.faults).toHaveLength(1);
    edit(plans("asked"), reason);
    renameSync(plans("asked"), at("Inbox/Rejected/asked_plan.md"));
    await reconcile();
    expect(await recordOf("asked")).toMatchObject({ stage: "rejected" });
  });
});

describe("a request and its plan", () => {
  it.each([
    ["in one round", ["Inbox/Requests", "Inbox/Plans"]],
    ["the plan first", ["Inbox/Plans", "Inbox/Requests"]],
  ])("belong together when they arrive %s", async (when, order) => {
    const name = `Say hello ${when.length}`;
    for (const folder of order) {
      const words = planText({ files: { "hello.txt": "x\n" } });
      if (folder === "Inbox/Plans") writeFileSync(at(`${folder}/${name}_plan.md`), words);
      else writeFileSync(at(`${folder}/${name}.md`), "Say hello.\n");
      if (when !== "in one round") await reconcile();
    }
    await reconcile();
    const id = `say-hello-${when.length}`;
    const record = await recordOf(id);
    expect(record).toMatchObject({
      stage: "review",
      request: { text: expect.stringContaining("Say hello.") },
    });
    expect(await recordOf(`${id}-2`)).toBeUndefined();
    expect(existsSync(plans(id))).toBe(true);
  });

  it("have the same author by file and by command", async () => {
    writeFileSync(active("mine"), planText({ files: { "mine.txt": "x\n" } }));
    await reconcile();
    expect((await recordOf("mine"))?.decision?.by).toBe(place.ports.person);
  });
});
