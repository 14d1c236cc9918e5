import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { reconcilePlans } from "../../src/workflows/plans/files/reconcile-plans.ts";
import { withPersonAt } from "../support/interleave.ts";
import { planFiles, usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const SETTLE_MS = 10;
const place = usePlanPorts({ settledMs: SETTLE_MS - 5 });
const { plans, active, rejected, edit, reconcile } = planFiles(place);

const text = (id: string) => planText({ front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } });
const says =
  (status: string, more = "") =>
  (words: string) =>
    words.replace(/^status = .*$/m, `status = "${status}"${more}`);
const REASON = '\nrejection_reason = "too risky"';
const read = async () => {
  await place.ports.pause(SETTLE_MS);
  await reconcile();
};
const waits = async (id: string) => {
  writeFileSync(plans(id), text(id));
  await read();
};
const isApproved = async (id: string) => {
  await waits(id);
  renameSync(plans(id), active(id));
  await read();
};

interface Case {
  readonly does: (id: string) => Promise<void>;
  readonly stage: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "approves a plan in the editor before it was ever read": {
    does: async (id) => writeFileSync(plans(id), says("approved")(text(id))),
    stage: "approved",
  },
  "rejects a plan in the editor before it was ever read": {
    does: async (id) => writeFileSync(plans(id), says("rejected", REASON)(text(id))),
    stage: "rejected",
  },
  "rejects in System/Active before the plan was ever read": {
    does: async (id) => writeFileSync(active(id), says("rejected", REASON)(text(id))),
    stage: "rejected",
  },
  "asks for changes before the plan was ever read": {
    does: async (id) => writeFileSync(plans(id), says("needs_revision")(text(id))),
    stage: "needs_revision",
  },
  "moves an approved plan back and rejects it there immediately": {
    does: async (id) => {
      await isApproved(id);
      renameSync(active(id), plans(id));
      edit(plans(id), says("rejected", REASON));
    },
    stage: "rejected",
  },
  "moves a plan to System/Active and rejects it there immediately": {
    does: async (id) => {
      await waits(id);
      renameSync(plans(id), active(id));
      edit(active(id), says("rejected", REASON));
    },
    stage: "rejected",
  },
  "moves a rejected plan back and approves it there immediately": {
    does: async (id) => {
      await waits(id);
      edit(plans(id), says("rejected", REASON));
      await read();
      renameSync(rejected(id), plans(id));
      edit(plans(id), says("approved"));
    },
    stage: "approved",
  },
  "approves a plan in the editor that they had sent back after an approval": {
    does: async (id) => {
      await isApproved(id);
      edit(active(id), says("needs_revision"));
      await read();
      edit(plans(id), says("approved"));
    },
    stage: "approved",
  },
  "gives another reason for a rejection": {
    does: async (id) => {
      await waits(id);
      edit(plans(id), says("rejected", '\nrejection_reason = "no time"'));
      await read();
      edit(rejected(id), (words) => words.replace("no time", "too risky"));
    },
    stage: "rejected",
  },
  "rejects in the editor, and saves again from that editor after it was read": {
    does: async (id) => {
      await waits(id);
      edit(plans(id), says("rejected", REASON));
      const shown = readFileSync(plans(id), "utf8");
      await read();
      writeFileSync(plans(id), shown.replace("It was asked for.", "Nobody asked for it."));
    },
    stage: "rejected",
  },
  "approves a copy of a rejected plan": {
    does: async (id) => {
      await waits(id);
      edit(plans(id), says("rejected", REASON));
      await read();
      writeFileSync(active(id), readFileSync(rejected(id)));
    },
    stage: "approved",
  },
  "withdraws an approval, and rejects the plan from an editor that still shows it": {
    does: async (id) => {
      await isApproved(id);
      const shown = readFileSync(active(id), "utf8");
      renameSync(active(id), plans(id));
      await read();
      writeFileSync(rejected(id), shown.replace("+++\n", `+++${REASON}\n`));
    },
    stage: "rejected",
  },
  "withdraws an approval, and saves from an editor that still shows it": {
    does: async (id) => {
      await isApproved(id);
      const shown = readFileSync(active(id), "utf8");
      renameSync(active(id), plans(id));
      await read();
      writeFileSync(plans(id), shown.replace("It was asked for.", "Not so fast."));
    },
    stage: "review",
  },
};

it.each(Object.entries(CASES))("understands a person who %s", async (what, { does, stage }) => {
  const id = `status-${Object.keys(CASES).indexOf(what)}`;
  await does(id);
  await read();
  const record = (await place.ports.plans.get(id))?.record;
  expect(record?.stage).toBe(stage);
  if (stage === "rejected") expect(record?.decision?.reason).toBe("too risky");
  const files = [plans(id), active(id), rejected(id)].filter((path) => existsSync(path));
  expect(files).toHaveLength(1);
  expect(readFileSync(files[0] ?? "", "utf8")).toContain(`status = "${stage}"`);
});

const UNREAD = Object.entries(CASES).filter(([what]) => what.includes("was ever read"));
UNREAD.push([
  "rejects a plan before it was ever read",
  {
    does: async (id) => writeFileSync(rejected(id), text(id).replace("+++\n", `+++${REASON}\n`)),
    stage: "rejected",
  },
]);

it.each(UNREAD)(
  "understands a person who %s, even if the process that reads it dies",
  async (what, each) => {
    const wrong: string[] = [];
    for (let moment = 0; ; moment += 1) {
      const id = `dies-${UNREAD.findIndex(([name]) => name === what)}-${moment}`;
      await each.does(id);
      await place.ports.pause(SETTLE_MS);
      const dying = withPersonAt(place.ports, moment, () => {
        throw new Error("killed");
      });
      const isAlive = await reconcilePlans(dying.ports, new AbortController().signal).then(
        () => true,
        () => false,
      );
      await read();
      const stage = (await place.ports.plans.get(id))?.record.stage;
      if (stage !== each.stage) wrong.push(`${dying.where()} (${moment}): ${stage}`);
      if (isAlive) break;
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);
