import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { attendPlans } from "../../src/workflows/plans/attend-plans.ts";
import { executePlan } from "../../src/workflows/plans/execute-plan.ts";
import { reconcilePlans } from "../../src/workflows/plans/files/reconcile-plans.ts";
import type { PlanPorts } from "../../src/workflows/plans/plan-ports.ts";
import { usePlanPorts } from "../support/plan-ports.ts";
import { planText } from "../support/plans.ts";

const place = usePlanPorts();
const { signal } = new AbortController();

const EFFECTS = {
  plans: ["change", "markExposed"],
  folders: ["put", "take", "report"],
  workspace: ["land"],
} as const;

/** The same ports, except that the process dies before their n-th effect. Reports whether it got that far. */
function dyingAt(moment: number): { ports: PlanPorts; died: () => boolean } {
  let passed = 0;
  const step = () => {
    if (passed === moment) throw new Error("killed");
    passed += 1;
  };
  const mortal = <Service extends object>(service: Service, names: readonly string[]): Service => {
    const copy = { ...service } as Record<string, unknown>;
    for (const name of names) {
      const effect = copy[name] as (...given: unknown[]) => Promise<unknown>;
      copy[name] = async (...given: unknown[]) => {
        step();
        return effect.apply(service, given);
      };
    }
    return copy as Service;
  };
  return {
    ports: {
      ...place.ports,
      plans: mortal(place.ports.plans, EFFECTS.plans),
      folders: mortal(place.ports.folders, EFFECTS.folders),
      workspace: mortal(place.ports.workspace, EFFECTS.workspace),
    },
    died: () => passed === moment,
  };
}

it("executes a plan once, whenever its first executor dies", async () => {
  const before = place.repository.git("rev-parse", "HEAD");
  const moments: string[] = [];
  for (let moment = 0; ; moment += 1) {
    const id = `moment-${moment}`;
    await approved(id);
    const mortal = dyingAt(moment);
    await executePlan(mortal.ports, id, signal).catch((error: Error) => expect(error.message).toBe("killed"));
    moments.push(id);
    if (!mortal.died()) break;
    await reconcilePlans(place.ports, signal);
    await attendPlans(place.ports, signal, () => {});
    const stored = await place.ports.plans.get(id);
    expect(stored, id).toMatchObject({ exposed: true, record: { stage: "completed" } });
  }
  expect(moments.length).toBeGreaterThan(7);
  const branches = place.repository
    .git("for-each-ref", "--format=%(refname:short)", "refs/heads/feat")
    .trim()
    .split("\n");
  for (const id of moments) {
    const record = (await place.ports.plans.get(id))?.record;
    expect(branches.filter((branch) => branch.startsWith(`feat/${id}-`))).toEqual([record?.outcome?.branch]);
    const commits = place.repository
      .git("log", "--all", "--format=%H", `--grep=ExoTrace: ${record?.trace_id}`)
      .trim();
    expect(commits).toBe(record?.outcome?.commit);
    const rows = await place.ports.journal.query({ entityId: id, actionType: "execution.completed" });
    expect(rows).toHaveLength(1);
    const at = (name: string) => existsSync(join(place.repository.path, ".agentforge", name));
    expect(at(`Inbox/Archive/${id}_plan.md`) && at(`Knowledge/Reports/${id}_mission_report.md`)).toBe(true);
  }
  const active = readdirSync(join(place.repository.path, ".agentforge/System/Active"));
  expect(active.filter((name) => name.endsWith(".md"))).toEqual([]);
  expect(place.repository.git("rev-parse", "HEAD")).toBe(before);
}, 180_000);

/** Recorded as approved, with its file in System/Active. */
async function approved(id: string): Promise<void> {
  const text = planText({ title: `Write ${id}`, files: { [`${id}.txt`]: `${id}\n` } });
  const trace_id = place.ports.newTraceId();
  const whole = place.ports.documents.setFields(text, { trace_id, request_id: id, status: "approved" });
  const stored = await place.ports.plans.create({
    record: {
      ...{ request_id: id, trace_id, stage: "approved", title: `Write ${id}`, created_at: place.ports.now() },
      ...{
        requested_by: "person",
        home: null,
        request: { file: `${id}.md`, text: "" },
        previous: null,
        seen: [],
        faults: [],
        decision: null,
      },
      plan: { text: whole, revision: 1, written_by: "human", sound: null },
      ...{ execution: null, outcome: null, report: null },
    },
    activities: [],
  });
  await place.ports.folders.put("System/Active", `${id}.md`, whole, null);
  if (stored !== null) await place.ports.plans.markExposed(stored);
}
