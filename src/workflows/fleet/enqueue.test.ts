import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TaskRequest } from "../../domain/entities/fleet.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Delivery, Fleet, ScheduledTasks } from "../../domain/ports/fleet.ts";
import { openFleet } from "../../services/fleet/index.ts";
import { openJournal } from "../../services/journal/index.ts";
import { openState } from "../../services/state/index.ts";
import { enqueueDue, sendQueued } from "./enqueue.ts";

const now = () => new Date().toISOString();
/** From a newer version, so that no type of this version describes it. */
const NEWER = { kind: "translate", to: "de" } as unknown as TaskRequest;
const KNOWN = { kind: "tests", auto: false } as const;
let folder: string;
let database: Database;
let fleet: Fleet;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-enqueue-"));
  ({ database } = await openState({ folder, now }));
  const journal = await openJournal({ database, now, randomId: randomUUID, redact: (text) => text });
  const ids = { newTraceId: randomUUID, newTaskId: () => `T-${randomUUID()}` };
  fleet = await openFleet({ database, journal, now, redact: (data) => data, ...ids });
  const repository = { repository_id: "R-1", url: "https://example.com/a/b", label: null } as const;
  const added = { prepare: { how: "none" }, added_by: "ada", added_at: now() } as const;
  await fleet.addRepository({ ...repository, ...added, proposed_as: "pushed-branch" });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function deliveryWith(due: ScheduledTasks[] = []) {
  const sent: string[] = [];
  const delivery: Pick<Delivery, "send" | "takeDue"> = {
    send: async (tasks) => void sent.push(...tasks.map(({ task }) => task.request.kind)),
    async takeDue() {
      const tasks = due.shift();
      return tasks === undefined ? null : { tasks, done: async () => undefined };
    },
  };
  return { sent, delivery: delivery as Delivery };
}

it("sends the tasks behind those that only a newer worker can send, no matter how many there are", async () => {
  const wish = { repository: "R-1", ref: null, priority: 0, by: "ada" };
  await fleet.enqueue(Array.from({ length: 501 }, () => ({ ...wish, request: NEWER })));
  await fleet.enqueue([{ ...wish, request: KNOWN }]);
  const { sent, delivery } = deliveryWith();
  await sendQueued({ fleet, delivery });
  expect(sent).toEqual(["tests"]);
  expect(await fleet.undelivered(1000)).toHaveLength(501);
});

it("queues a newer version's scheduled task, and leaves it to a newer worker", async () => {
  const { sent, delivery } = deliveryWith([{ repository_id: null, request: NEWER, by: "ada" }]);
  await enqueueDue({ fleet, delivery });
  expect(sent).toEqual([]);
  expect(await fleet.undelivered(10)).toMatchObject([{ request: { kind: "unknown", name: "translate" } }]);
  const [row] = await database.all("SELECT data FROM fleet_tasks");
  expect(JSON.parse(String(row?.data))).toMatchObject({ request: NEWER });
});
