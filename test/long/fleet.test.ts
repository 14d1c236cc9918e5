import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { branchesIn, type FleetPlace, openFleetPlace } from "../support/fleet.ts";
import { noPostgres } from "../support/postgres.ts";

const name = noPostgres === null ? "a fleet" : `a fleet (skipped: ${noPostgres})`;
/** Long enough to be killed in the middle. */
const SLOW =
  'import { test } from "node:test";\ntest("is slow", () => new Promise((done) => setTimeout(done, 4000)));\n';
const HANGING = 'import { test } from "node:test";\ntest("hangs", () => { for (;;); });\n';

describe.skipIf(noPostgres !== null)(name, () => {
  let place: FleetPlace;
  beforeAll(async () => {
    place = await openFleetPlace();
  }, 120_000);
  afterEach(() => place.stopWorkers());
  afterAll(() => place?.stop());

  const fixIn = (url: string) =>
    execFileSync("git", ["show", `${branchesIn(url)[0]}:calculator.js`], { cwd: url, encoding: "utf8" });

  it("repairs three repositories with two workers, and pushes one branch each", async () => {
    const fleet = place.fleetOf("three");
    const urls = [await fleet.add(), await fleet.add(), await fleet.add()];
    const { tasks } = await fleet.run("fleet", "enqueue", "--all", "--tests", "--auto");
    expect(tasks).toHaveLength(3);
    for (let worker = 0; worker < 2; worker += 1) fleet.start();
    for (const { task_id } of tasks) {
      expect(await fleet.ended(task_id)).toMatchObject({
        status: "done",
        outcome: { kind: "fixed" },
        attempts: 1,
      });
    }
    for (const url of urls) {
      expect(branchesIn(url)).toHaveLength(1);
      expect(fixIn(url)).toContain("a + b");
    }
    const status = await fleet.run("fleet", "status");
    expect(status).toMatchObject({ mode: "running", tasks: { done: 3 }, outcomes: { fixed: 3 } });
    expect(status.workers.map((worker: { is_alive: boolean }) => worker.is_alive)).toEqual([true, true]);
    await fleet.run("fleet", "drain");
    for (const worker of place.workers) expect((await worker).exitCode).toBe(0);
  }, 90_000);

  it("reads secrets from files, which the tests it runs cannot read", async () => {
    const file = join(place.base, "database");
    writeFileSync(file, `${place.server.url}?schema=files\n`);
    const reads = `import { readFileSync } from "node:fs";\nimport { test } from "node:test";\nimport assert from "node:assert";\ntest("reads no secret", () => assert.throws(() => readFileSync(${JSON.stringify(file)}), /ENOENT/));\n`;
    const fleet = place.fleetOf("files", { AGENTFORGE_DATABASE: "", AGENTFORGE_DATABASE_FILE: file });
    const url = await fleet.add(["secret.test.js", reads]);
    const { tasks } = await fleet.run("fleet", "enqueue", url, "--tests", "--auto");
    fleet.start();
    expect(await fleet.ended(tasks[0].task_id)).toMatchObject({ status: "done", outcome: { kind: "fixed" } });
    const missing = place.fleetOf("files", {
      AGENTFORGE_DATABASE: "",
      AGENTFORGE_DATABASE_FILE: `${file}-2`,
    });
    expect(await missing.run("fleet", "status")).toMatchObject({
      exitCode: 2,
      error: {
        code: "bad_config",
        message: expect.stringContaining("AGENTFORGE_DATABASE_FILE cannot be read"),
      },
    });
  }, 90_000);

  it("does a task once if its worker is killed, or stalls and comes back", async () => {
    const fleet = place.fleetOf("killed");
    const urls = [await fleet.add(["slow.test.js", SLOW]), await fleet.add(["slow.test.js", SLOW])];
    const { tasks } = await fleet.run("fleet", "enqueue", "--all", "--tests", "--auto");
    const [killed, stalled] = [fleet.start(), fleet.start()];
    for (const { task_id } of tasks) await fleet.running(task_id);
    killed.kill("SIGKILL");
    stalled.kill("SIGSTOP");
    fleet.start("--concurrency", "2");
    for (const { task_id } of tasks) {
      expect(await fleet.ended(task_id)).toMatchObject({
        status: "done",
        outcome: { kind: "fixed" },
        attempts: 2,
      });
    }
    const before = urls.map((url) => execFileSync("git", ["for-each-ref"], { cwd: url, encoding: "utf8" }));
    stalled.kill("SIGCONT");
    await setTimeout(8000);
    const after = urls.map((url) => execFileSync("git", ["for-each-ref"], { cwd: url, encoding: "utf8" }));
    expect(after).toEqual(before);
    for (const url of urls) expect(branchesIn(url)).toHaveLength(1);
    expect((await fleet.run("fleet", "status")).tasks).toMatchObject({ done: 2, queued: 0, running: 0 });
  }, 120_000);

  it("finishes its task within the grace period when it is stopped; without one, another worker continues it", async () => {
    const fleet = place.fleetOf("stopped");
    const begin = async (...options: string[]) => {
      const url = await fleet.add(["slow.test.js", SLOW]);
      const { tasks } = await fleet.run("fleet", "enqueue", url, "--tests", "--auto");
      const worker = fleet.start(...options);
      await fleet.running(tasks[0].task_id);
      worker.kill("SIGTERM");
      expect((await worker).exitCode).toBe(0);
      return { url, task: await fleet.run("fleet", "show", tasks[0].task_id) };
    };
    const patient = await begin("--grace", "60");
    expect(patient.task).toMatchObject({ status: "done", outcome: { kind: "fixed" }, attempts: 1 });
    const { url, task } = await begin();
    expect(task).toMatchObject({ status: "queued", attempts: 0, why: "the worker was stopped" });
    fleet.start();
    expect(await fleet.ended(task.task_id)).toMatchObject({ outcome: { kind: "fixed" }, attempts: 1 });
    expect(branchesIn(url)).toHaveLength(1);
  }, 120_000);

  it("asks in one inbox, and pushes what was approved from anywhere, once", async () => {
    const fleet = place.fleetOf("answers");
    const [approved, rejected] = [await fleet.add(), await fleet.add()];
    const { tasks } = await fleet.run("fleet", "enqueue", "--all", "--tests");
    fleet.start();
    for (const { task_id } of tasks) {
      expect(await fleet.ended(task_id)).toMatchObject({ status: "done", outcome: { kind: "asked" } });
    }
    const { reviews } = await fleet.run("fleet", "inbox");
    expect(reviews).toHaveLength(2);
    expect([...branchesIn(approved), ...branchesIn(rejected)]).toEqual([]);
    const { repositories } = await fleet.run("fleet", "list");
    const idOf = (url: string) =>
      repositories.find((each: { url: string }) => each.url === url).repository_id;
    const reviewOf = (url: string) =>
      reviews.find((each: { repository_id: string }) => each.repository_id === idOf(url)).review_id;
    const yes = await fleet.run("fleet", "approve", reviewOf(approved));
    const no = await fleet.run("fleet", "reject", reviewOf(rejected), "--reason", "not so");
    expect((await fleet.run("fleet", "approve", reviewOf(approved))).error).toMatchObject({
      code: "conflict",
    });
    expect(await fleet.ended(yes.task.task_id)).toMatchObject({ outcome: { kind: "fixed" } });
    expect(await fleet.ended(no.task.task_id)).toMatchObject({ outcome: { kind: "declined" } });
    expect(branchesIn(approved)).toHaveLength(1);
    expect(branchesIn(rejected)).toEqual([]);
    const all = (await fleet.run("fleet", "inbox", "--all")).reviews;
    expect(all.map((each: { status: string }) => each.status).sort()).toEqual(["closed", "landed"]);
  }, 90_000);

  it("sets aside a repository whose tests hang, cancels, pauses and retries, without slowing others", async () => {
    const fleet = place.fleetOf("poisoned");
    const hanging = await fleet.add(["hanging.test.js", HANGING]);
    const healthy = await fleet.add();
    const enqueue = async (url: string) =>
      (await fleet.run("fleet", "enqueue", url, "--tests", "--auto")).tasks[0].task_id as string;
    await fleet.run("fleet", "pause");
    fleet.start("--concurrency", "2", "--task-timeout", "40");
    const [poison, other] = [await enqueue(hanging), await enqueue(healthy)];
    await setTimeout(1500);
    expect((await fleet.run("fleet", "status")).tasks).toMatchObject({ queued: 2, running: 0 });
    await fleet.run("fleet", "resume");
    expect(await fleet.ended(other)).toMatchObject({ status: "done", outcome: { kind: "fixed" } });
    expect(await fleet.run("fleet", "show", poison)).toMatchObject({ status: "running" });
    expect(await fleet.ended(poison)).toMatchObject({ status: "set_aside", why: "it took longer than 40 s" });

    expect((await fleet.run("fleet", "retry", poison)).tasks).toMatchObject([{ status: "queued" }]);
    await fleet.running(poison);
    await fleet.run("fleet", "cancel", poison);
    const next = await enqueue(healthy);
    expect(await fleet.ended(next)).toMatchObject({ status: "done" });
    expect(await fleet.run("fleet", "show", poison)).toMatchObject({ status: "cancelled", outcome: null });
    expect(branchesIn(hanging)).toEqual([]);
  }, 240_000);

  it("stores no credentials, and keeps schedules", async () => {
    const fleet = place.fleetOf("credentials");
    const refused = await fleet.run("fleet", "add", "https://ada:hunter22@example.com/a/b.git");
    expect(refused).toMatchObject({ exitCode: 2, error: { code: "bad_input" } });
    expect(JSON.stringify(refused)).not.toContain("hunter22");
    await fleet.add();
    const scheduled = await fleet.run("fleet", "schedule", "--all", "--tests", "--cron", "0 3 * * 1-5");
    expect(scheduled.schedules).toMatchObject([{ key: "all.tests", cron: "0 3 * * 1-5" }]);
    expect((await fleet.run("fleet", "schedule", "--all", "--tests", "--cron", "never")).exitCode).toBe(2);
    await fleet.run("fleet", "schedule", "--remove", "all.tests");
    expect((await fleet.run("fleet", "schedule")).schedules).toEqual([]);
    const [{ url }] = (await fleet.run("fleet", "list")).repositories;
    expect(await fleet.run("fleet", "remove", url)).toMatchObject({ exitCode: 0, removed: true });
    expect((await fleet.run("fleet", "list")).repositories).toEqual([]);
  }, 60_000);
});
