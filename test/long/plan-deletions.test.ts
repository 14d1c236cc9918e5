import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { reconcilePlans } from "../../src/workflows/plans/files/reconcile-plans.ts";
import { withPersonAt } from "../support/interleave.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const SETTLE_MS = 10;
const place = usePlanPorts({ settledMs: SETTLE_MS - 5 });
const { plans, active, rejected, edit, reconcile } = planFiles(place);
const { signal } = new AbortController();

const REMARK = "Because Ada said so.";
const remark = (words: string) => words.replace("It was asked for.", REMARK);
const withReason = (words: string) => words.replace("+++\n", '+++\nrejection_reason = "too risky"\n');

const waits = async (id: string) => {
  writeFileSync(plans(id), planText({ front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } }));
  await reconcile();
};

/** How the text gets into Inbox/Plans, where it is read and then deleted. */
const SAVED: Readonly<Record<string, (id: string) => Promise<void>>> = {
  "an edit to a waiting plan": async (id) => {
    await waits(id);
    edit(plans(id), remark);
  },
  "other words for an approved plan": async (id) => {
    await waits(id);
    renameSync(plans(id), active(id));
    await place.ports.pause(SETTLE_MS);
    await reconcile();
    edit(active(id), remark);
    renameSync(active(id), plans(id));
  },
  "other words for a rejected plan": async (id) => {
    await waits(id);
    edit(plans(id), withReason);
    renameSync(plans(id), rejected(id));
    await place.ports.pause(SETTLE_MS);
    await reconcile();
    edit(rejected(id), remark);
    renameSync(rejected(id), plans(id));
  },
};

it.each(Object.entries(SAVED))(
  "restores %s that was already read when its file is deleted",
  async (what, save) => {
    const kept: boolean[] = [];
    const moments: string[] = [];
    for (let moment = 0; ; moment += 1) {
      const id = `deleted-${Object.keys(SAVED).indexOf(what)}-${moment}`;
      await save(id);
      await place.ports.pause(SETTLE_MS);
      const seen = withPersonAt(place.ports, moment, () => rmSync(plans(id), { force: true }));
      await reconcilePlans(seen.ports, signal);
      if (!seen.happened()) break;
      moments.push(seen.where());
      await place.ports.pause(450);
      await reconcile();
      kept.push(existsSync(plans(id)) && readFileSync(plans(id), "utf8").includes(REMARK));
    }
    const firstKept = kept.indexOf(true);
    // Seen to be unchanged, and then recorded immediately, no matter what happens to the file.
    expect(moments[firstKept]).toBe("after folders.glance");
    expect(kept.slice(firstKept)).not.toContain(false);
  },
  120_000,
);
