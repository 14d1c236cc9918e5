import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STORES } from "../../../test/support/stores.ts";
import type { FleetReview, FleetTask, TaskOutcome } from "../../domain/entities/fleet.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { Claim, Queue } from "../../domain/ports/queue.ts";
import { openJournal } from "../journal/index.ts";
import { openQueue } from "../queue/index.ts";
import { openState } from "../state/index.ts";
import { openFleet } from "./index.ts";

const OUTCOME: TaskOutcome = { kind: "asked", text: "one fix", pushed: [], brain: "search" };
const now = () => new Date().toISOString();

describe.each(STORES)("on $name", (store) => {
  describe.skipIf(store.isMissing)("the record of a fleet", () => {
    beforeAll(() => store.start(), 120_000);
    afterAll(() => store.stop());
    let folder: string;
    let database: Database;
    let fleet: Fleet;
    let queue: Queue;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "agentforge-fleet-"));
      ({ database } = await openState({ folder, now, ...store.fresh() }));
      const journal = await openJournal({ database, now, randomId: randomUUID, redact: (text) => text });
      const ids = { newTraceId: randomUUID, newTaskId: () => `T-${randomUUID()}` };
      fleet = await openFleet({ database, journal, now, redact: (data) => data, ...ids });
      queue = await openQueue({ database, holder: "me", leaseMs: 60_000 });
      const repository = { repository_id: "R-1", url: "https://example.com/a/b", label: null } as const;
      const prepare = { how: "none" } as const;
      const added = { prepare, added_by: "ada", added_at: now(), proposed_as: "pushed-branch" } as const;
      expect(await fleet.addRepository({ ...repository, ...added })).toBe("added");
      expect(await fleet.addRepository({ ...repository, ...added, label: "java" })).toBe("changed");
    });
    afterEach(async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const enqueue = async (): Promise<FleetTask> => {
      const request = { kind: "tests", auto: false } as const;
      const [task] = await fleet.enqueue([
        { repository: "R-1", request, ref: "next", priority: 0, by: "ada" },
      ]);
      if (!task) throw new Error("no task");
      return task;
    };
    const hold = async (insteadOf?: string): Promise<Claim> => {
      const rules = { attemptLimit: null, ...(insteadOf && { insteadOf }) };
      const claim = await queue.claim("repository:R-1", rules);
      if (!claim) throw new Error("not claimed");
      return claim;
    };
    const begin = async (task: FleetTask, claim: Claim): Promise<FleetTask> => {
      const started = await fleet.begin(task.task_id, "W-1", claim);
      if (!started) throw new Error("not started");
      return started;
    };

    it("lists a task as undelivered until it is handed over, and again after a retry", async () => {
      const { task_id } = await enqueue();
      expect(await fleet.undelivered(10)).toMatchObject([{ task_id }]);
      await fleet.markDelivered([task_id]);
      expect(await fleet.undelivered(10)).toEqual([]);
      await fleet.setAside(task_id, "no way");
      await fleet.retry(task_id, "ada");
      expect(await fleet.undelivered(10)).toMatchObject([{ task_id, status: "queued", attempts: 0 }]);
    });

    it("records the end once, and nothing from a worker that lost its claim", async () => {
      const task = await enqueue();
      const lost = await hold();
      const stale = await begin(task, lost);
      const claim = await hold("me");
      const started = await begin(task, claim);
      expect(started).toMatchObject({ attempts: 2, token: 2 });
      await expect(fleet.finish(stale, { outcome: OUTCOME, asked: [] }, lost)).rejects.toMatchObject({
        code: "stale",
      });
      await fleet.finish(started, { outcome: OUTCOME, asked: [] }, claim);
      await expect(fleet.finish(started, { outcome: OUTCOME, asked: [] }, claim)).rejects.toMatchObject({
        code: "stale",
      });
      expect(await fleet.begin(task.task_id, "W-2", claim)).toBeNull();
      const ends = await database.all("SELECT id FROM activity WHERE action_type = 'task.finished'");
      expect(ends).toHaveLength(1);
      expect(await fleet.counts()).toMatchObject({ byStatus: { done: 1 }, byOutcome: { asked: 1 } });
    });

    it("refuses the end of a task that was canceled in the meantime", async () => {
      const claim = await hold();
      const started = await begin(await enqueue(), claim);
      await fleet.cancel(started.task_id, "ada");
      expect(await fleet.endedAmong([started.task_id, "T-other"])).toEqual([started.task_id]);
      await expect(fleet.finish(started, { outcome: OUTCOME, asked: [] }, claim)).rejects.toMatchObject({
        code: "stale",
      });
      expect(await fleet.task(started.task_id)).toMatchObject({ status: "cancelled", outcome: null });
    });

    it("accepts one answer to a change, and queues a task for it", async () => {
      const claim = await hold();
      const started = await begin(await enqueue(), claim);
      const review: FleetReview = {
        ...{ review_id: "RV-1", task_id: started.task_id, repository_id: "R-1", title: "a fix" },
        ...{ confidence: 0.9, files: ["a.js"], diff: "…", diff_hash: "a".repeat(64), asked_because: [] },
        ...{ created_at: now(), status: "pending", answered_by: null, why: null },
      };
      await fleet.finish(started, { outcome: OUTCOME, asked: [review] }, claim);
      const task = await fleet.answer("RV-1", { answer: "approve", by: "bob", reason: null });
      await expect(fleet.answer("RV-1", { answer: "reject", by: "eve", reason: "no" })).rejects.toMatchObject(
        { code: "conflict", message: expect.stringContaining("bob") },
      );
      expect(await fleet.undelivered(10)).toContainEqual(task);
      expect(task).toMatchObject({
        ref: "next",
        request: { kind: "answer", by: "bob", diff_hash: review.diff_hash },
      });
      expect(await fleet.reviews()).toEqual([]);

      const landing = await begin(task, claim);
      const answered = { review_id: "RV-1", status: "pending", why: "the code moved" } as const;
      await fleet.finish(
        landing,
        { outcome: { ...OUTCOME, kind: "declined" }, asked: [review], answered },
        claim,
      );
      expect(await fleet.reviews()).toMatchObject([{ review_id: "RV-1", why: "the code moved" }]);
    });

    it("reports runs, questions, answers, fixes and their cost", async () => {
      const claim = await hold();
      const started = await begin(await enqueue(), claim);
      const review: FleetReview = {
        ...{ review_id: "RV-1", task_id: started.task_id, repository_id: "R-1", title: "a fix", rule: "a/b" },
        ...{ confidence: 0.9, files: ["a.js"], diff: "…", diff_hash: "a".repeat(64), asked_because: [] },
        ...{ created_at: now(), status: "pending", answered_by: null, why: null },
      };
      const outcome: TaskOutcome = { ...OUTCOME, escalated: 1, cost: { tokens: 7, usd: 0.5 } };
      await fleet.finish(started, { outcome, asked: [review, { ...review, review_id: "RV-2" }] }, claim);
      await fleet.answer("RV-2", { answer: "reject", by: "eve", reason: "no" });
      const landing = await begin(
        await fleet.answer("RV-1", { answer: "approve", by: "bob", reason: null }),
        claim,
      );
      const pushed = [{ review_id: "RV-1", commit: "b".repeat(40), branch: "fix/a", pull_request: null }];
      const answered = { review_id: "RV-1", status: "landed", why: null } as const;
      await fleet.finish(
        landing,
        { outcome: { ...OUTCOME, kind: "fixed", pushed }, asked: [], answered },
        claim,
      );
      const work = await fleet.work();
      const told = Object.entries(Object.groupBy(work, ({ kind }) => kind)).map(([kind, each]) => [
        kind,
        each?.length,
      ]);
      expect(Object.fromEntries(told)).toEqual({
        ...{ ran: 1, spent: 1, escalated: 1, asked: 2, answered: 2, rejected: 1, fixed: 1 },
      });
      const about = { repository: "https://example.com/a/b", brain: "search" };
      expect(work).toContainEqual(expect.objectContaining({ kind: "fixed", rule: "a/b", ...about }));
      expect(work).toContainEqual(expect.objectContaining({ kind: "spent", tokens: 7, usd: 0.5, ...about }));
      expect(work).toContainEqual(expect.objectContaining({ kind: "answered", by: "eve", rule: "a/b" }));
    });

    it("closes a question that no longer waits in its repository", async () => {
      const claim = await hold();
      const review = (id: string): FleetReview => ({
        ...{ review_id: id, task_id: "T-1", repository_id: "R-1", title: "a fix", confidence: 0.9 },
        ...{ files: [], diff: "…", diff_hash: "a".repeat(64), asked_because: [], created_at: now() },
        ...{ status: "pending", answered_by: null, why: null },
      });
      for (const id of ["RV-1", "RV-2"]) {
        const started = await begin(await enqueue(), claim);
        await fleet.finish(started, { outcome: OUTCOME, asked: [review(id)] }, claim);
      }
      expect(await fleet.reviews()).toMatchObject([{ review_id: "RV-2" }]);
      expect(await fleet.review("RV-1")).toMatchObject({ status: "closed" });
    });

    it("cancels the queued tasks of a removed repository", async () => {
      const { task_id } = await enqueue();
      expect(await fleet.removeRepository("R-1", "ada")).toBe(true);
      expect(await fleet.removeRepository("R-1", "ada")).toBe(false);
      expect(await fleet.task(task_id)).toMatchObject({ status: "cancelled" });
    });

    it("counts pushes to a host per minute, for all workers together", async () => {
      expect(await fleet.takePush("example.com")).toBe(0);
      await fleet.setLimits({ pushes: { "example.com": 2 }, money_per_day: null }, "ada");
      const waits = await Promise.all([1, 2, 3].map(() => fleet.takePush("example.com")));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
      const longest = Math.max(...waits);
      expect(longest).toBeGreaterThan(0);
      expect(longest).toBeLessThanOrEqual(60_000);
      expect(await fleet.takePush("other.example.com")).toBe(0);
    });

    it("spends no more than the day's budget, including reservations of running tasks", async () => {
      await fleet.setLimits({ pushes: {}, money_per_day: 5 }, "ada");
      const reserved = await Promise.all(["T-1", "T-2", "T-3"].map((id) => fleet.reserveMoney(id, 2)));
      expect(reserved.filter(Boolean)).toHaveLength(2);
      await fleet.recordMoneySpent("T-1", 0.5);
      expect(await fleet.reserveMoney("T-3", 2)).toBe(true);
      expect(await fleet.reserveMoney("T-2", 2)).toBe(true);
      expect(await fleet.moneyToday()).toBeCloseTo(4.5);
    });

    it("postpones a task without counting an attempt, and says what it waits for", async () => {
      const claim = await hold();
      const started = await begin(await enqueue(), claim);
      await fleet.markDelivered([started.task_id]);
      await fleet.postpone(started, "money", claim);
      expect(await fleet.waiting(10)).toMatchObject([
        { task_id: started.task_id, status: "queued", waits_for: "money", attempts: 0 },
      ]);
      expect(await fleet.undelivered(10)).toHaveLength(1);
      const again = await begin(started, claim);
      expect(again).toMatchObject({ waits_for: null, attempts: 1 });
      await fleet.noteWaiting(again, "pushes", claim);
      expect(await fleet.waiting(10)).toMatchObject([{ status: "running", waits_for: "pushes" }]);
    });

    it("keeps a task that only a newer worker knows, with all its fields", async () => {
      const task = await enqueue();
      const newer = { ...task, request: { kind: "translate", to: ["de"] }, deadline: "soon" };
      const rewrite = "UPDATE fleet_tasks SET data = ? WHERE task_id = ?";
      await database.run(rewrite, [JSON.stringify(newer), task.task_id]);
      await fleet.markDelivered([task.task_id]);
      const found = await fleet.task(task.task_id);
      if (!found) throw new Error("not found");
      expect(found.request).toEqual({ kind: "unknown", name: "translate" });
      expect(await fleet.leave(found, "a newer worker", await hold())).toBe(true);
      expect(await fleet.waiting(10)).toMatchObject([{ waits_for: "a newer worker", attempts: 0 }]);
      expect(await fleet.undelivered(10)).toHaveLength(1);
      const [row] = await database.all("SELECT data FROM fleet_tasks");
      expect(JSON.parse(String(row?.data))).toMatchObject({ request: newer.request, deadline: "soon" });
      await fleet.cancel(task.task_id, "ada");
      expect(await fleet.leave(found, "a newer worker", await hold("me"))).toBe(false);
    });

    it("lists undelivered tasks in pages, each after the last one", async () => {
      const made = [await enqueue(), await enqueue(), await enqueue()];
      const order = (await fleet.undelivered(10)).map(({ task_id }) => task_id);
      expect([...order].sort()).toEqual(made.map(({ task_id }) => task_id).sort());
      const [first] = await fleet.undelivered(1);
      const rest = await fleet.undelivered(10, first);
      expect(rest.map(({ task_id }) => task_id)).toEqual(order.slice(1));
    });

    it("stores the mode", async () => {
      expect(await fleet.mode()).toBe("running");
      await fleet.setMode("paused", "ada");
      expect(await fleet.mode()).toBe("paused");
    });
  });
});
