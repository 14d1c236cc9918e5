import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { branchesIn, type FleetPlace, makeRemote, openFleetPlace } from "../support/fleet.ts";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { planText } from "../support/plans.ts";
import { noPostgres } from "../support/postgres.ts";

const name = noPostgres === null ? "a fleet" : `a fleet (skipped: ${noPostgres})`;
const RIGHT = `export const add = (a, b) => a + b;
export const multiply = (a, b) => a * b;
export function divide(a, b) {
  if (b === 0) throw new RangeError("cannot divide by zero");
  return a / b;
}
`;
const SUBTRACT = "export const subtract = (a, b) => a - b;\n";
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { subtract } from "./subtract.js";

test("subtract", () => assert.equal(subtract(3, 2), 1));
`;
const SUBMIT: Reply = {
  calls: [
    {
      name: "submit_plan",
      input: {
        ...{ goal: "There is a function that subtracts.", reasoning: "It was asked for.", risks: [] },
        steps: ["Write it and its test."],
        files_touched: ["subtract.js", "subtract.test.js"],
        actions: [
          { name: "write_file", parameters: { path: "subtract.js", content: SUBTRACT } },
          { name: "write_file", parameters: { path: "subtract.test.js", content: TEST } },
        ],
      },
    },
  ],
};

describe.skipIf(noPostgres !== null)(name, () => {
  let place: FleetPlace;
  let model: ModelServer;
  beforeAll(async () => {
    place = await openFleetPlace();
    model = await startModelServer(() => SUBMIT);
  }, 120_000);
  afterEach(() => place.stopWorkers());
  afterAll(async () => {
    await model?.close();
    await place?.stop();
  });

  type Open = ReturnType<FleetPlace["fleetOf"]>;
  const withModel = (schema: string) =>
    place.fleetOf(schema, {
      AGENTFORGE_BRAIN: "vllm:scripted",
      AGENTFORGE_MODEL_URL: model.url,
      AGENTFORGE_MODEL_KEY: "scripted-key",
    });
  const addFixed = async (fleet: Open, folder: string) => {
    const url = makeRemote(join(place.base, folder), [["calculator.js", RIGHT]]);
    await fleet.run("fleet", "add", url);
    return url;
  };
  const enqueue = async (fleet: Open, ...words: string[]) =>
    (await fleet.run("fleet", "enqueue", ...words)).tasks[0].task_id as string;
  const waits = async (fleet: Open) => {
    for (;;) {
      const [task] = (await fleet.run("fleet", "status")).waiting;
      if (task) return task;
      await setTimeout(200);
    }
  };
  /** Usage attributed to other workers, independent of the speed of this machine. */
  const use = async (schema: string, what: string, value: unknown) => {
    const client = new pg.Client({ connectionString: place.server.url });
    await client.connect();
    const today = "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')";
    await client.query(
      `INSERT INTO ${schema}.fleet_state (name, value) VALUES (replace($1, '<today>', ${today}), $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [what, JSON.stringify(value)],
    );
    await client.end();
  };
  const fileOn = (url: string, file: string) =>
    execFileSync("git", ["show", `${branchesIn(url)[0]}:${file}`], { cwd: url, encoding: "utf8" });

  it("has a plan written by one worker and executed by another, once a person returns it", async () => {
    const fleet = withModel("requests");
    const url = await addFixed(fleet, "requests");
    fleet.start();
    const asked = await fleet.ended(await enqueue(fleet, url, "--request", "Add a subtract function"));
    expect(asked).toMatchObject({
      status: "done",
      outcome: { kind: "asked", plan: { request_id: "add-a-subtract-function" } },
    });
    expect(asked.outcome.plan.text).toContain("There is a function that subtracts.");
    expect(branchesIn(url)).toEqual([]);

    await place.stopWorkers();
    fleet.start();
    const id = asked.outcome.plan.request_id as string;
    expect(await fleet.ended(await enqueue(fleet, url, "--plan", id))).toMatchObject({
      status: "done",
      outcome: { kind: "fixed", pushed: [{ branch: branchesIn(url)[0] }] },
    });
    expect(branchesIn(url)).toHaveLength(1);
    expect(fileOn(url, "subtract.js")).toBe(SUBTRACT);
    expect(await fleet.ended(await enqueue(fleet, url, "--plan", id))).toMatchObject({
      outcome: { kind: "fixed" },
    });
    expect(branchesIn(url)).toHaveLength(1);
  }, 300_000);

  it("executes a plan from a file, and explains what is wrong with an invalid one", async () => {
    const fleet = place.fleetOf("plans");
    const url = await addFixed(fleet, "plans");
    const write = (file: string, files: Record<string, string>) => {
      writeFileSync(join(place.base, file), planText({ title: "Subtract", files }));
      return file;
    };
    const good = write("good.md", { "subtract.js": SUBTRACT, "subtract.test.js": TEST });
    const bad = write("bad.md", { "../outside.js": SUBTRACT });
    fleet.start();
    const [first, second] = [
      await enqueue(fleet, url, "--plan", good),
      await enqueue(fleet, url, "--plan", bad),
    ];
    expect(await fleet.ended(first)).toMatchObject({ status: "done", outcome: { kind: "fixed" } });
    expect(fileOn(url, "subtract.js")).toBe(SUBTRACT);
    expect(await fleet.ended(second)).toMatchObject({
      outcome: { kind: "not_fixed", text: expect.stringContaining("outside.js") },
    });
    expect(branchesIn(url)).toHaveLength(1);
  }, 300_000);

  it("delays a task for the daily budget, and for the host's push limit", async () => {
    const fleet = withModel("limited");
    const url = await addFixed(fleet, "limited");
    await fleet.run("fleet", "limit", "--money-per-day", "3", "--host", "local", "--pushes", "1");
    fleet.start();
    const first = await fleet.ended(await enqueue(fleet, url, "--request", "Add a subtract function"));
    expect(first).toMatchObject({ outcome: { kind: "asked" } });
    await use("limited", "money <today>", { "T-other": 2 });
    const second = await enqueue(fleet, url, "--request", "Add it again");
    expect(await waits(fleet)).toMatchObject({
      ...{ task_id: second, status: "queued", attempts: 0 },
      waits_for: expect.stringContaining("$3 a day"),
    });
    await fleet.run("fleet", "limit", "--money-per-day", "0");
    expect(await fleet.ended(second)).toMatchObject({ status: "done", outcome: { kind: "asked" } });

    await use("limited", "pushes local", [Date.now() + 3_600_000]);
    const pushing = await enqueue(fleet, url, "--plan", first.outcome.plan.request_id);
    expect(await waits(fleet)).toMatchObject({
      ...{ task_id: pushing, status: "running" },
      waits_for: "pushes to local: 1 a minute",
    });
    expect(branchesIn(url)).toEqual([]);
    await fleet.run("fleet", "limit", "--host", "local", "--pushes", "0");
    expect(await fleet.ended(pushing)).toMatchObject({ status: "done", waits_for: null });
    expect(branchesIn(url)).toHaveLength(1);
  }, 400_000);
});
