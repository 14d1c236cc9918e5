import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FleetTask } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { Queue } from "../../domain/ports/queue.ts";
import { prometheusText } from "../../domain/rules/records/prometheus.ts";
import { openFleet } from "../../services/fleet/index.ts";
import { openJournal } from "../../services/journal/index.ts";
import { openQueue } from "../../services/queue/index.ts";
import { openState } from "../../services/state/index.ts";
import { fleetMetrics } from "./fleet-metrics.ts";
import type { OpenTask } from "./fleet-ports.ts";
import { perform } from "./perform.ts";

const now = () => new Date().toISOString();
let folder: string;
let database: Database;
let fleet: Fleet;
let queue: Queue;
let task: FleetTask;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-perform-"));
  ({ database } = await openState({ folder, now }));
  const journal = await openJournal({ database, now, randomId: randomUUID, redact: (text) => text });
  const ids = { newTraceId: randomUUID, newTaskId: () => `T-${randomUUID()}` };
  fleet = await openFleet({ database, journal, now, redact: (data) => data, ...ids });
  queue = await openQueue({ database, holder: "me", leaseMs: 60_000 });
  const repository = { repository_id: "R-1", url: "https://example.com/a/b", label: null } as const;
  const prepare = { how: "none" } as const;
  const added = { prepare, added_by: "ada", added_at: now(), proposed_as: "pushed-branch" } as const;
  await fleet.addRepository({ ...repository, ...added });
  const request = { kind: "tests", auto: false } as const;
  [task] = (await fleet.enqueue([{ repository: "R-1", request, ref: null, priority: 0, by: "ada" }])) as [
    FleetTask,
  ];
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

type Opening = (signal: AbortSignal) => Promise<OpenTask>;

async function performed(
  openTask: Opening,
  { stopped = new AbortController().signal, dropped = new AbortController().signal, taskSeconds = 60 } = {},
): Promise<string[]> {
  const said: string[] = [];
  const delivered = {
    taskId: task.task_id,
    keepAlive: async () => true,
    done: async () => void said.push("done"),
    again: async () => void said.push("again"),
  };
  await perform(
    {
      ...{ fleet, queue, say: () => undefined, timeout: (ms) => AbortSignal.timeout(ms) },
      openTask: () => openTask(dropped),
      pause: (ms, signal) => setTimeout(ms, undefined, signal && { signal }).catch(() => undefined),
    },
    delivered,
    { workerId: "W-1", taskSeconds, stopping: stopped, stopped, dropped },
  );
  return said;
}

const failing = (code: "remote_failed" | "bad_input") => () =>
  Promise.reject(new AgentForgeError(code, "no such host", { hint: "Check it." }));
const stateOf = async () => fleet.task(task.task_id);

describe("a delivery", () => {
  it("is repeated after a temporary failure, with the reason", async () => {
    expect(await performed(failing("remote_failed"))).toEqual(["again"]);
    expect(await stateOf()).toMatchObject({ status: "queued", attempts: 1, why: "no such host. Check it." });
  });

  it("is repeated when the machine fails in the middle of something else", async () => {
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const error = new AgentForgeError("bad_config", "the settings cannot be written", { cause: full });
    expect(await performed(() => Promise.reject(error))).toEqual(["again"]);
  });

  it("is set aside after a failure that a person must fix", async () => {
    expect(await performed(failing("bad_input"))).toEqual(["done"]);
    expect(await stateOf()).toMatchObject({ status: "set_aside", why: "no such host. Check it." });
    expect(await queue.standings("repository:")).toMatchObject([{ claimed: false }]);
    const text = prometheusText(await fleetMetrics({ fleet, queue, now }));
    expect(text).toContain('agentforge_fleet_tasks{status="set_aside"} 1\n');
    expect(text).toContain("agentforge_fleet_queue_depth 0\n");
  });

  it("is set aside when it takes too long", async () => {
    const slow = async () => {
      await setTimeout(100);
      throw new Error("stopped");
    };
    expect(await performed(slow, { taskSeconds: 0.05 })).toEqual(["done"]);
    expect(await stateOf()).toMatchObject({
      status: "set_aside",
      why: expect.stringContaining("longer than"),
    });
  });

  it("goes back to the queue when its worker is stopped, and the attempt does not count", async () => {
    const stopping = new AbortController();
    const stop = async () => {
      stopping.abort();
      throw new Error("stopped");
    };
    await fleet.markDelivered([task.task_id]);
    expect(await performed(stop, { stopped: stopping.signal })).toEqual(["done"]);
    expect(await stateOf()).toMatchObject({ status: "queued", attempts: 0, why: "the worker was stopped" });
    expect(await fleet.undelivered(10)).toHaveLength(1);
  });

  it("is dropped silently when the task was canceled in the meantime", async () => {
    const drop = new AbortController();
    const canceled = async () => {
      await fleet.cancel(task.task_id, "ada");
      drop.abort();
      throw new Error("stopped");
    };
    expect(await performed(canceled, { dropped: drop.signal })).toEqual(["done"]);
    expect(await stateOf()).toMatchObject({ status: "cancelled" });
  });

  it("leaves a task of an unknown kind for a newer worker", async () => {
    const stored = JSON.stringify({ ...task, request: { kind: "translate", to: "de" } });
    await database.run("UPDATE fleet_tasks SET data = ?, delivered = 1", [stored]);
    expect(await performed(() => Promise.reject(new Error("must not be opened")))).toEqual(["done"]);
    expect(await stateOf()).toMatchObject({
      ...{ status: "queued", attempts: 0 },
      waits_for: 'a newer worker: this one does not support tasks of the kind "translate"',
    });
    expect(await fleet.undelivered(10)).toHaveLength(1);
    expect(await queue.standings("repository:")).toMatchObject([{ claimed: false }]);
  });

  it("is done at once for a task that has ended", async () => {
    await fleet.cancel(task.task_id, "ada");
    expect(await performed(() => Promise.reject(new Error("must not be opened")))).toEqual(["done"]);
    expect(await stateOf()).toMatchObject({ attempts: 0 });
  });
});
