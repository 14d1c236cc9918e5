import { expect, it } from "vitest";
import type { WorkerPorts } from "./fleet-ports.ts";
import { keepWorking } from "./keep-working.ts";

it("finishes its running tasks and stops when a newer worker has changed the database", async () => {
  const said: string[] = [];
  const started = Promise.withResolvers<null>();
  let looks = 0;
  let time = 0;
  let done = false;
  const finish = async () => {
    done = true;
  };
  const ports = {
    fleet: {
      mode: async () => "running",
      outdated: async () => {
        looks += 1;
        return looks < 3 ? null : "the database was changed by a newer AgentForge";
      },
      undelivered: async () => [],
      endedAmong: async () => [],
      // The task runs until the worker is told to stop.
      task: () => started.promise,
    },
    delivery: {
      take: async () => (looks === 1 ? { taskId: "T-1", keepAlive: async () => true, done: finish } : null),
      takeDead: async () => null,
      takeDue: async () => null,
    },
    pause: async () => undefined,
    elapsed: () => {
      time += 5_000;
      return time;
    },
    say: (line: string) => {
      said.push(line);
      started.resolve(null);
    },
  } as unknown as WorkerPorts;
  const options = {
    workerId: "W-1",
    labels: [],
    concurrency: 1,
    taskSeconds: 1,
    graceSeconds: 0,
    once: false,
  };
  await keepWorking(ports, options, new AbortController().signal);
  expect(said).toEqual([expect.stringContaining("newer AgentForge")]);
  expect(done).toBe(true);
});

it("takes the next task as soon as one has ended, without waiting for its next poll", async () => {
  const taken = ["T-1", "T-2"];
  const ended: string[] = [];
  const ports = {
    fleet: {
      mode: async () => "running",
      outdated: async () => null,
      undelivered: async () => [],
      endedAmong: async () => [],
      task: async () => null,
    },
    delivery: {
      take: async () => {
        const taskId = taken.shift();
        if (taskId === undefined) return null;
        return { taskId, keepAlive: async () => true, done: async () => void ended.push(taskId) };
      },
      takeDead: async () => null,
      takeDue: async () => null,
    },
    // Time never passes.
    pause: (_milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve());
      }),
    elapsed: () => 0,
    say: () => undefined,
  } as unknown as WorkerPorts;
  const options = {
    workerId: "W-1",
    labels: [],
    concurrency: 1,
    taskSeconds: 1,
    graceSeconds: 0,
    once: true,
  };
  await keepWorking(ports, options, new AbortController().signal);
  expect(ended).toEqual(["T-1", "T-2"]);
});
