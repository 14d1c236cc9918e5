import { expect, it } from "vitest";
import type { WorkerPorts } from "./fleet-ports.ts";
import { keepWorking } from "./keep-working.ts";

it("finishes its running tasks and stops when a newer worker has changed the database", async () => {
  const said: string[] = [];
  const begun = Promise.withResolvers<null>();
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
      // The task runs until the worker was told to stop.
      task: () => begun.promise,
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
      begun.resolve(null);
    },
  } as unknown as WorkerPorts;
  const options = { workerId: "W-1", labels: [], concurrency: 1, taskSeconds: 1, once: false };
  await keepWorking(ports, options, new AbortController().signal);
  expect(said).toEqual([expect.stringContaining("newer AgentForge")]);
  expect(done).toBe(true);
});
