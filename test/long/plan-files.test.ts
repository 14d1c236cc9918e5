import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const place = usePlanPorts();
const { at, plans, active, edit, reconcile } = planFiles(place);

const read = (name: string) => readFileSync(at(name), "utf8");

interface Case {
  /** What the person does first, and what next, once the first was processed. */
  readonly does: readonly ((id: string) => void)[];
  readonly stage: string;
  /** Where the plan is in the end, and the content of its file. */
  readonly lies: (id: string) => string;
  readonly says?: RegExp;
  readonly journal: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "deletes a plan": {
    does: [(id) => rmSync(plans(id))],
    stage: "review",
    lies: plans,
    says: /was missing and was restored/,
    journal: "plan.restored",
  },
  "deletes an approved plan": {
    does: [(id) => renameSync(plans(id), active(id)), (id) => rmSync(active(id))],
    stage: "review",
    lies: plans,
    says: /status = "review"/,
    journal: "plan.restored",
  },
  "copies instead of moving": {
    does: [(id) => copyFileSync(plans(id), active(id))],
    stage: "approved",
    lies: active,
    journal: "plan.approved",
  },
  "moves under another name": {
    does: [(id) => renameSync(plans(id), at(`System/Active/Copy of ${id}.md`))],
    stage: "approved",
    lies: active,
    journal: "plan.approved",
  },
  "withdraws an approval": {
    does: [(id) => renameSync(plans(id), active(id)), (id) => renameSync(active(id), plans(id))],
    stage: "review",
    lies: plans,
    journal: "plan.reopened",
  },
  "rejects what was approved": {
    does: [
      (id) => renameSync(plans(id), active(id)),
      (id) => {
        edit(active(id), (text) => text.replace("+++\n", '+++\nrejection_reason = "not now"\n'));
        renameSync(active(id), at(`Inbox/Rejected/${id}.md`));
      },
    ],
    stage: "rejected",
    lies: (id) => at(`Inbox/Rejected/${id}_rejected.md`),
    journal: "plan.rejected",
  },
  "changes their mind about a rejection": {
    does: [
      (id) => renameSync(plans(id), at(`Inbox/Rejected/${id}_rejected.md`)),
      (id) => renameSync(at(`Inbox/Rejected/${id}_rejected.md`), plans(id)),
    ],
    stage: "review",
    lies: plans,
    journal: "plan.reopened",
  },
  "approves in the editor": {
    does: [(id) => edit(plans(id), (text) => text.replace('"review"', '"approved"'))],
    stage: "approved",
    lies: active,
    journal: "plan.approved",
  },
  "edits the words": {
    does: [(id) => edit(plans(id), (text) => text.replace("It was asked for.", "Because."))],
    stage: "review",
    lies: plans,
    says: /Because\./,
    journal: "plan.edited",
  },
  "breaks an action": {
    does: [(id) => edit(plans(id), (text) => text.replace('"write_file"', '"wipe_disk"'))],
    stage: "review",
    lies: plans,
    says: /there is no tool "wipe_disk"/,
    journal: "plan.returned",
  },
  "approves a broken plan": {
    does: [
      (id) => edit(plans(id), (text) => text.replace("+++\n", "+++\nstatus =\n")),
      (id) => renameSync(plans(id), active(id)),
    ],
    stage: "review",
    lies: active,
    says: /the front matter is not valid TOML/,
    journal: "plan.returned",
  },
  "breaks and fixes": {
    does: [
      (id) => edit(plans(id), (text) => text.replace('"write_file"', "write_file")),
      (id) => edit(plans(id), (text) => text.replace("= write_file", '= "write_file"')),
    ],
    stage: "review",
    lies: plans,
    says: /^(?![\s\S]*agentforge:notice)/,
    journal: "plan.edited",
  },
};

it("interprets file operations as answers", async () => {
  const cases = Object.entries(CASES).map(([what, each], index) => ({ ...each, what, id: `case-${index}` }));
  for (const { id } of cases)
    writeFileSync(plans(id), planText({ front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } }));
  await reconcile();
  for (const turn of [0, 1]) {
    for (const { does, id } of cases) does[turn]?.(id);
    await reconcile();
    await reconcile();
  }
  for (const { id, what, stage, lies, says, journal } of cases) {
    expect((await place.ports.plans.get(id))?.record.stage, what).toBe(stage);
    expect(existsSync(lies(id)), what).toBe(true);
    if (says) expect(readFileSync(lies(id), "utf8"), what).toMatch(says);
    const rows = await place.ports.journal.query({ entityId: id });
    expect(rows.at(-1)?.action_type, what).toBe(journal);
    const places = [plans(id), active(id), at(`Inbox/Rejected/${id}_rejected.md`)];
    expect(
      places.filter((place) => existsSync(place)),
      what,
    ).toHaveLength(1);
  }
}, 180_000);

it("does not treat a plan that came with the repository as approved", async () => {
  writeFileSync(active("smuggled"), planText({ files: { "smuggled.txt": "x\n" } }));
  place.repository.git("add", "-f", ".agentforge/System/Active/smuggled.md");
  await reconcile();
  expect((await place.ports.plans.get("smuggled"))?.record.stage).toBe("review");
  expect(existsSync(active("smuggled"))).toBe(false);
});

it("marks a copy in the same folder as ignored", async () => {
  writeFileSync(plans("twice"), planText({ files: { "twice.txt": "x\n" } }));
  await reconcile();
  copyFileSync(plans("twice"), at("Inbox/Plans/twice_plan (1).md"));
  await reconcile();
  expect(read("Inbox/Plans/twice_plan (1).md")).toContain("this is a copy of twice_plan.md");
  expect(read("Inbox/Plans/twice_plan.md")).not.toContain("agentforge:notice");
  expect(await place.ports.journal.query({ entityId: "twice" })).toHaveLength(1);
});
