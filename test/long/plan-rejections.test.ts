import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { executePlan } from "../../src/workflows/plans/execute-plan.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const place = usePlanPorts();
const { at, plans, active, rejected, edit, reconcile } = planFiles(place);
const { signal } = new AbortController();

const move = (from: string, to: string) => renameSync(from, to);
const inFront = (line: string) => (text: string) => text.replace("+++\n", `+++\n${line}\n`);
const comment = (words: string) => (text: string) => `${text}\n## Review Comments\n\n${words}\n`;

const NOTICE = /agentforge:notice[\s\S]*rejected, the reason is missing\. Write rejection_reason = "…"/;
const asked = { stage: "needs_reason", lies: rejected, says: NOTICE, reason: null } as const;

interface Case {
  /** What the person does, each step after the previous one was processed. */
  readonly does: readonly ((id: string) => void)[];
  readonly stage: string;
  readonly lies: (id: string) => string;
  readonly says?: RegExp;
  readonly reason: string | null;
  readonly journal: readonly string[];
}

const toRejected = (id: string) => move(plans(id), at(`Inbox/Rejected/${id}_plan.md`));
const RETURNED = "system plan.returned";
const CASES: Readonly<Record<string, Case>> = {
  "moves it, and says nothing": { does: [toRejected, () => {}], ...asked, journal: [RETURNED] },
  "writes status = rejected, and says nothing": {
    does: [(id) => edit(plans(id), (text) => text.replace('"review"', '"rejected"'))],
    ...asked,
    journal: [RETURNED],
  },
  "removes the notice": {
    does: [toRejected, (id) => edit(rejected(id), bare)],
    ...asked,
    journal: [RETURNED],
  },
  "copies the example of the notice": {
    does: [toRejected, (id) => edit(rejected(id), inFront('rejection_reason = "…"'))],
    ...asked,
    journal: [RETURNED, "human plan.edited"],
  },
  "writes into the notice": {
    does: [
      toRejected,
      (id) => edit(rejected(id), (text) => text.replace("<!-- agentforge:end", "Some words.\n$&")),
    ],
    ...asked,
    says: /agentforge:end -->\nSome words\.\n/,
    journal: [RETURNED, "human plan.edited"],
  },
  "gives the reason in the front matter": {
    does: [toRejected, (id) => edit(rejected(id), inFront('rejection_reason = "too risky"')), () => {}],
    stage: "rejected",
    lies: rejected,
    says: /^(?![\s\S]*agentforge:notice)[\s\S]*rejection_reason = "too risky"/,
    reason: "too risky",
    journal: [RETURNED, "human plan.rejected"],
  },
  "gives the reason in a comment": {
    does: [toRejected, (id) => edit(rejected(id), comment("- It is slow."))],
    stage: "rejected",
    lies: rejected,
    reason: "- It is slow.",
    journal: [RETURNED, "human plan.rejected"],
  },
  "gives the reason where the editor still had the file": {
    does: [
      (id) => edit(plans(id), (text) => text.replace('"review"', '"rejected"')),
      (id) =>
        writeFileSync(
          plans(id),
          inFront('rejection_reason = "no"')(
            readFileSync(rejected(id), "utf8").replace('"needs_reason"', '"rejected"'),
          ),
        ),
    ],
    stage: "rejected",
    lies: rejected,
    reason: "no",
    journal: [RETURNED, "human plan.rejected"],
  },
  "gives the reason in a copy": {
    does: [
      toRejected,
      (id) =>
        writeFileSync(
          at(`Inbox/Rejected/${id}_plan.md`),
          inFront('rejection_reason = "no"')(readFileSync(rejected(id), "utf8")),
        ),
    ],
    stage: "rejected",
    lies: rejected,
    reason: "no",
    journal: [RETURNED, "human plan.rejected"],
  },
  "moves it back": {
    does: [toRejected, (id) => move(rejected(id), plans(id))],
    stage: "review",
    lies: plans,
    says: /^(?![\s\S]*agentforge:notice)[\s\S]*status = "review"/,
    reason: null,
    journal: [RETURNED, "human plan.reopened"],
  },
  "moves it to the approved plans": {
    does: [toRejected, (id) => move(rejected(id), active(id))],
    stage: "approved",
    lies: active,
    says: /^(?![\s\S]*agentforge:notice)[\s\S]*status = "approved"/,
    reason: null,
    journal: [RETURNED, "human plan.approved"],
  },
  "deletes it": {
    does: [toRejected, (id) => rmSync(rejected(id))],
    stage: "review",
    lies: plans,
    reason: null,
    journal: [RETURNED, "system plan.restored"],
  },
  "withdraws an approval, and says nothing": {
    does: [(id) => move(plans(id), active(id)), (id) => move(active(id), rejected(id))],
    ...asked,
    journal: ["human plan.approved", RETURNED],
  },
  "withdraws an approval, reconsiders, and asks again": {
    does: [
      (id) => move(plans(id), active(id)),
      (id) => move(active(id), rejected(id)),
      (id) => move(rejected(id), plans(id)),
    ],
    stage: "review",
    lies: plans,
    reason: null,
    journal: ["human plan.approved", RETURNED, "human plan.reopened"],
  },
  "writes status = rejected into an approved plan": {
    does: [
      (id) => move(plans(id), active(id)),
      (id) => edit(active(id), (text) => text.replace('"approved"', '"rejected"')),
    ],
    ...asked,
    journal: ["human plan.approved", RETURNED],
  },
  "rejects a plan that was sent back, for the reason given then": {
    does: [
      (id) =>
        edit(plans(id), (text) => comment("- It is slow.")(text.replace('"review"', '"needs_revision"'))),
      toRejected,
    ],
    stage: "rejected",
    lies: rejected,
    reason: "- It is slow.",
    journal: ["human plan.revision_requested", "human plan.rejected"],
  },
  "breaks the front matter too": {
    does: [
      (id) => {
        edit(plans(id), inFront("rejection_reason = too risky"));
        toRejected(id);
      },
      (id) => edit(rejected(id), (text) => text.replace("= too risky", '= "too risky"')),
    ],
    stage: "rejected",
    lies: rejected,
    reason: "too risky",
    journal: [RETURNED, "human plan.rejected"],
  },
};

function bare(text: string): string {
  return place.ports.documents.withoutNotice(text);
}

describe("a person who rejects a plan with its file", () => {
  it("is asked why, and answered once they say so", async () => {
    const cases = Object.entries(CASES).map(([what, each], index) => ({ ...each, what, id: `no-${index}` }));
    for (const { id } of cases)
      writeFileSync(plans(id), planText({ front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } }));
    await reconcile();
    for (const turn of [0, 1, 2]) {
      for (const { does, id } of cases) does[turn]?.(id);
      await reconcile();
      await reconcile();
    }
    for (const { id, what, stage, lies, says, reason, journal } of cases) {
      const stored = await place.ports.plans.get(id);
      expect(stored?.record.stage, what).toBe(stage);
      expect(stored?.record.decision?.reason ?? null, what).toBe(reason);
      if (says) expect(readFileSync(lies(id), "utf8"), what).toMatch(says);
      const rows = await place.ports.journal.query({ entityId: id });
      const said = rows.map((row) => `${row.actor} ${row.action_type}`);
      expect(said, what).toEqual(["human plan.created", ...journal]);
      const places = [plans(id), active(id), rejected(id), at(`Inbox/Rejected/${id}_plan.md`)];
      expect(places.filter(existsSync), what).toEqual([lies(id)]);
      if (stage !== "approved") expect(await executePlan(place.ports, id, signal), what).toBeNull();
    }
  }, 60_000);

  it("may request the same again afterwards, and the old rejection does not apply", async () => {
    writeFileSync(at("Inbox/Requests/again.md"), "Do one thing.\n");
    await reconcile();
    writeFileSync(plans("again"), planText({ files: { "again.txt": "x\n" } }));
    await reconcile();
    edit(plans("again"), inFront('rejection_reason = "not like this"'));
    move(plans("again"), rejected("again"));
    await reconcile();
    edit(at("Inbox/Requests/again.md"), (text) => text.replace("one thing", "another thing"));
    await reconcile();
    await reconcile();
    expect((await place.ports.plans.get("again"))?.record.stage).toBe("requested");
  });
});
