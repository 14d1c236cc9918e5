import { renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { executePlan } from "../../src/workflows/plans/execute-plan.ts";
import { reconcilePlans } from "../../src/workflows/plans/files/reconcile-plans.ts";
import type { PlanPorts } from "../../src/workflows/plans/plan-ports.ts";
import { withPersonAt } from "../support/interleave.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const SETTLE_MS = 10;
const place = usePlanPorts({ settledMs: SETTLE_MS - 5 });
const { plans, active, reconcile } = planFiles(place);
const { signal } = new AbortController();

/** Ports whose pauses process the files, so that an answer is read while the work waits for it. */
const answering = (ports: PlanPorts): PlanPorts => ({
  ...ports,
  async pause(milliseconds) {
    await place.ports.pause(Math.min(milliseconds, 20));
    await reconcilePlans(place.ports, signal);
  },
});

const WAYS: Readonly<Record<string, (id: string) => void>> = {
  "moves it back": (id) => renameSync(active(id), plans(id)),
  "deletes it": (id) => rmSync(active(id)),
};

it.each(Object.entries(WAYS))(
  "executes nothing for a person who %s before the landing is recorded",
  async (what, does) => {
    const seen: { where: string; stage: string }[] = [];
    for (let moment = 0; ; moment += 1) {
      const id = `landing-${Object.keys(WAYS).indexOf(what)}-${moment}`;
      writeFileSync(active(id), planText({ files: { [`${id}.txt`]: "x\n" } }));
      await place.ports.pause(SETTLE_MS);
      await reconcile();
      let hasActed = false;
      const person = withPersonAt(place.ports, moment, () => {
        hasActed = true;
        does(id);
      });
      await executePlan(answering(person.ports), id, signal);
      if (!hasActed) break;
      await place.ports.pause(450);
      await reconcile();
      const stage = (await place.ports.plans.get(id))?.record.stage ?? "";
      seen.push({ where: person.where(), stage });
      if (stage === "completed") break;
    }
    const last = seen.at(-1);
    // It is recorded, the files were checked again, and then the person acted.
    expect(last).toEqual({ where: "after folders.glance", stage: "completed" });
    expect(seen.slice(0, -1).map(({ stage }) => stage)).toEqual(seen.slice(0, -1).map(() => "review"));
    expect(seen.slice(-4, -1).map(({ where }) => where)).toEqual([
      "before plans.change",
      "after plans.change",
      "before folders.glance",
    ]);
  },
  300_000,
);
