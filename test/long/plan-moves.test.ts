import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { approvePlan } from "../../src/workflows/plans/answer-plan.ts";
import { reconcilePlans } from "../../src/workflows/plans/files/reconcile-plans.ts";
import type { PlanPorts } from "../../src/workflows/plans/plan-ports.ts";
import { withPersonAt } from "../support/interleave.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const SETTLE_MS = 10;
const place = usePlanPorts({ settledMs: SETTLE_MS - 5, forEachTest: true });
const { at, plans, active, rejected, edit, reconcile } = planFiles(place);
const { signal } = new AbortController();

interface Case {
  /** The state before the work starts; it has been processed. */
  readonly given: (id: string) => Promise<void>;
  /** What AgentForge is doing. */
  readonly work: (ports: PlanPorts, id: string) => Promise<void>;
  /** What the person does in the middle of it. */
  readonly does: (id: string) => void;
  /** All possible results. */
  readonly stage: readonly string[];
}

const text = (id: string) => planText({ front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } });
const waits = async (id: string) => {
  writeFileSync(plans(id), text(id));
  await reconcile();
};
const looks = async (ports: PlanPorts) => {
  await ports.pause(SETTLE_MS);
  const { rehearsing } = await reconcilePlans(ports, signal);
  if (rehearsing === null) return;
  await rehearsing;
  await reconcilePlans(ports, signal);
};
/** Moves the plan from its current place, like a file manager. */
const move = (id: string, to: string) => {
  const from = [plans(id), active(id), rejected(id)].find((path) => path !== to && existsSync(path));
  if (from !== undefined) renameSync(from, to);
};
const withReason = (words: string) => words.replace("+++\n", '+++\nrejection_reason = "too risky"\n');

const CASES: Readonly<Record<string, Case>> = {
  "approves a plan while it is first read": {
    given: async (id) => writeFileSync(plans(id), text(id)),
    work: looks,
    does: (id) => move(id, active(id)),
    stage: ["approved"],
  },
  "approves the plan of a request while it is first read": {
    given: async (id) => {
      writeFileSync(at(`Inbox/Requests/${id}.md`), "Write a file.\n");
      await reconcile();
      writeFileSync(plans(id), text(id));
    },
    work: looks,
    does: (id) => move(id, active(id)),
    stage: ["approved"],
  },
  "approves an edited plan while the edit is read": {
    given: async (id) => {
      await waits(id);
      edit(plans(id), (words) => words.replace("It was asked for.", "Because."));
    },
    work: looks,
    does: (id) => move(id, active(id)),
    stage: ["approved"],
  },
  "withdraws an approval while it is processed": {
    given: async (id) => {
      await waits(id);
      move(id, active(id));
    },
    work: looks,
    does: (id) => move(id, plans(id)),
    stage: ["review"],
  },
  "rejects a plan while a command approves it": {
    given: waits,
    work: async (ports, id) => {
      const stored = await ports.plans.get(id);
      if (stored === null) throw new Error("nothing is on record");
      const by = { by: "ada", at: ports.now(), via: "command" } as const;
      await approvePlan(ports, stored, { ...by, text: stored.record.plan?.text ?? "" });
    },
    does: (id) => {
      const from = [plans(id), active(id)].find((path) => existsSync(path)) ?? plans(id);
      writeFileSync(from, withReason(readFileSync(from, "utf8")));
      renameSync(from, rejected(id));
    },
    stage: ["rejected"],
  },
  "approves a plan while its rejection is read": {
    given: async (id) => {
      await waits(id);
      move(id, rejected(id));
    },
    work: looks,
    does: (id) => move(id, active(id)),
    stage: ["approved"],
  },
  "approves in the editor, and deletes the plan while that is read": {
    given: async (id) => {
      await waits(id);
      edit(plans(id), (words) => words.replace('"review"', '"approved"'));
    },
    work: looks,
    does: (id) => rmSync([plans(id), active(id)].find((path) => existsSync(path)) ?? plans(id)),
    stage: ["review"],
  },
  "approves in the editor, and withdraws it while that is read": {
    given: async (id) => {
      await waits(id);
      edit(plans(id), (words) => words.replace('"review"', '"approved"'));
    },
    work: looks,
    does: (id) => move(id, rejected(id)),
    stage: ["needs_reason"],
  },
};

it.each(Object.entries(CASES))(
  "does not undo what a person does who %s, at any moment",
  async (what, each) => {
    const name = Object.keys(CASES).indexOf(what);
    const undone: string[] = [];
    let moments = 0;
    for (let moment = 0; ; moment += 1) {
      const id = `case-${name}-${moment}`;
      await each.given(id);
      await place.ports.pause(SETTLE_MS);
      const seen = withPersonAt(place.ports, moment, () => each.does(id));
      await each.work(seen.ports, id);
      if (!seen.happened()) break;
      moments += 1;
      await place.ports.pause(SETTLE_MS);
      await reconcile();
      const stage = (await place.ports.plans.get(id))?.record.stage ?? "nothing on record";
      if (!each.stage.includes(stage)) undone.push(`${seen.where()} (${moment}): ${stage}`);
    }
    expect(undone).toEqual([]);
    expect(moments).toBeGreaterThan(3);
  },
  300_000,
);
