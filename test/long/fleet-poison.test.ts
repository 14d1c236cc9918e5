import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { branchesIn, type FleetPlace, makeRemote, openFleetPlace } from "../support/fleet.ts";
import { noPostgres } from "../support/postgres.ts";

const name = noPostgres === null ? "a poisoned repository" : `a poisoned repository (skipped: ${noPostgres})`;

const test = (body: string) =>
  `import { spawn } from "node:child_process";\nimport { test } from "node:test";\ntest("poison", async () => { ${body} });\n`;
const POISONS = {
  hangs: test("for (;;);"),
  floods: test(`for (let mb = 0; mb < 2000; mb += 1) {
    if (!process.stdout.write("x".repeat(1e6))) await new Promise((done) => process.stdout.once("drain", done));
  }
  throw new Error("flooded");`),
  forks: test(
    `const bomb = "for (let i = 0; i < 4; i += 1) require('child_process').spawn(process.execPath, ['-e', process.argv[1], process.argv[1]], { stdio: 'ignore' });";
  for (let i = 0; i < 8; i += 1) spawn(process.execPath, ["-e", bomb, bomb], { stdio: "ignore" });
  await new Promise(() => setInterval(() => {}, 1000));`,
  ),
};

describe.skipIf(noPostgres !== null)(name, () => {
  let place: FleetPlace;
  beforeAll(async () => {
    place = await openFleetPlace();
  }, 120_000);
  afterEach(() => place.stopWorkers());
  afterAll(() => place?.stop());

  it("is set aside or fails with a reason, while others are repaired", async () => {
    const fleet = place.fleetOf("poison");
    const enqueue = async (url: string) => {
      await fleet.run("fleet", "add", url);
      const { tasks } = await fleet.run("fleet", "enqueue", url, "--tests", "--auto");
      return tasks[0].task_id as string;
    };
    const poisoned: [kind: string, url: string, task: string][] = [];
    for (const [kind, text] of Object.entries(POISONS)) {
      const url = makeRemote(join(place.base, kind), [["poison.test.js", text]]);
      poisoned.push([kind, url, await enqueue(url)]);
    }
    const large = makeRemote(join(place.base, "large"), [["large.txt", randomBytes(4e6).toString("hex")]]);
    const tooLarge = await enqueue(large);
    const healthy = makeRemote(join(place.base, "healthy"));
    const other = await enqueue(healthy);
    fleet.start("--concurrency", "5", "--cache-size", "3", "--task-timeout", "90");

    expect(await fleet.ended(other)).toMatchObject({ status: "done", outcome: { kind: "fixed" } });
    expect(await fleet.ended(tooLarge)).toMatchObject({
      status: "set_aside",
      why: expect.stringMatching(/the clone of .* takes \d+ MB, more than the 3 MB/),
    });
    for (const [kind, url, task] of poisoned) {
      const { status, why, outcome } = await fleet.ended(task);
      const reason = status === "set_aside" ? why : outcome.text;
      expect({ kind, reason }).toMatchObject({ kind, reason: expect.stringMatching(/\w/) });
      if (outcome?.kind !== "fixed") expect(branchesIn(url)).toEqual([]);
    }
    const again = await enqueue(healthy);
    expect(await fleet.ended(again)).toMatchObject({ status: "done" });
  }, 400_000);
});
