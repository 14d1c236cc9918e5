import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { branchesIn, type FleetPlace, makeRemote, openFleetPlace } from "../support/fleet.ts";
import { POISONS } from "../support/poisons.ts";
import { noPostgres } from "../support/postgres.ts";

const name = noPostgres === null ? "a poisoned repository" : `a poisoned repository (skipped: ${noPostgres})`;

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
    const inflated = makeRemote(join(place.base, "inflated"), [["zeros.txt", "0".repeat(8e6)]]);
    const tooLong = await enqueue(inflated);
    fleet.start("--concurrency", "6", "--cache-size", "3", "--task-timeout", "90");
    for (const [, , task] of poisoned) await fleet.running(task);
    const healthy = makeRemote(join(place.base, "healthy"));

    // One attempt: neither the worker nor its heartbeats were held up.
    const fixed = { status: "done", outcome: { kind: "fixed" }, attempts: 1 };
    expect(await fleet.ended(await enqueue(healthy))).toMatchObject(fixed);
    for (const task of [tooLarge, tooLong]) {
      expect(await fleet.ended(task)).toMatchObject({
        status: "set_aside",
        why: expect.stringMatching(/the clone of .* takes \d+ MB, more than the 3 MB/),
      });
    }
    for (const [kind, url, task] of poisoned) {
      const { status, why, outcome, attempts } = await fleet.ended(task);
      const reason = status === "set_aside" ? why : outcome.text;
      expect({ kind, reason, attempts }).toMatchObject({
        kind,
        reason: expect.stringMatching(/\w/),
        attempts: 1,
      });
      if (outcome?.kind !== "fixed") expect(branchesIn(url)).toEqual([]);
    }
    const again = await enqueue(healthy);
    expect(await fleet.ended(again)).toMatchObject({ status: "done", attempts: 1 });
    const { workers } = await fleet.run("fleet", "status");
    expect(workers).toMatchObject([{ is_alive: true }]);
  }, 400_000);
});
