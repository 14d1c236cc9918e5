import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STORES } from "../../../test/support/stores.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Queue } from "../../domain/ports/queue.ts";
import { openState } from "../state/index.ts";
import { openQueue } from "./index.ts";

const run = promisify(execFile);
const worker = fileURLToPath(new URL("../../../test/support/claim-work.ts", import.meta.url));

describe.each(STORES)("on $name", (store) => {
  describe.skipIf(store.isMissing)("the queue", () => {
    beforeAll(() => store.start(), 120_000);
    afterAll(() => store.stop());
    let folder: string;
    let database: Database;
    let queue: Queue;
    let place: ReturnType<(typeof store)["fresh"]>;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "agentforge-queue-"));
      place = store.fresh();
      ({ database } = await openState({ folder, now: () => new Date().toISOString(), ...place }));
      queue = await openQueue({ database, holder: "me", leaseMs: 60_000 });
    });
    afterEach(async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function startWorker(holder: string, leaseMs: number, keys: readonly string[]): Promise<string[]> {
      const { stdout } = await run(process.execPath, [
        worker,
        folder,
        JSON.stringify(place),
        holder,
        String(leaseMs),
        ...keys,
      ]);
      return JSON.parse(stdout) as string[];
    }

    describe("one process", () => {
      it("assigns work to one holder at a time, with increasing tokens", async () => {
        const first = await queue.claim("V-1", { attemptLimit: null });
        expect(first?.token).toBe(1);
        expect(await queue.claim("V-1", { attemptLimit: null })).toBeNull();
        expect(await queue.claim("V-2", { attemptLimit: null })).not.toBeNull();
        expect(await first?.release()).toBe(true);
        expect((await queue.claim("V-1", { attemptLimit: null }))?.token).toBe(2);
      });

      it("does not wait for the claim of a holder that it can see is dead", async () => {
        const dead = await queue.claim("V-1", { attemptLimit: null });
        const isGone = async (holder: string) => holder === "me";
        const other = await openQueue({ database, holder: "you", leaseMs: 60_000, isGone });
        expect(await other.standings("V-")).toMatchObject([{ key: "V-1", claimed: false }]);
        expect((await other.claim("V-1", { attemptLimit: null }))?.token).toBe(2);
        expect(await dead?.succeed()).toBe(false);
        expect(await other.claim("V-1", { attemptLimit: null })).toBeNull();
      });

      it("reassigns the work of a holder that is known to be dead", async () => {
        const dead = await queue.claim("V-1", { attemptLimit: null });
        const other = await openQueue({ database, holder: "other", leaseMs: 60_000 });
        expect(await other.claim("V-1", { attemptLimit: null, insteadOf: "somebody" })).toBeNull();
        const claim = await other.claim("V-1", { attemptLimit: null, insteadOf: "me" });
        expect(claim?.token).toBe(2);
        await expect(database.transaction(async (queries) => dead?.fence(queries))).rejects.toMatchObject({
          code: "stale",
          message: expect.stringContaining("V-1"),
          hint: expect.stringContaining("discarded"),
        });
        expect(await claim?.release()).toBe(true);
      });

      it("takes over only from the holder that the caller names", async () => {
        await queue.claim("V-1", { attemptLimit: null });
        const other = await openQueue({ database, holder: "other", isGone: async () => true });
        expect(await other.claim("V-1", { attemptLimit: null, insteadOf: "somebody" })).toBeNull();
        expect(await queue.standings("V-")).toMatchObject([{ key: "V-1", claimed: true }]);
      });

      it("counts failures, waits between them, and stops at the limit", async () => {
        for (let failure = 1; failure <= 3; failure += 1) {
          const claim = await queue.claim("V-1", { attemptLimit: 3, evenIfCooling: true });
          await claim?.fail(`try ${failure}`, 3600);
          expect(await queue.claim("V-1", { attemptLimit: 9 })).toBeNull();
        }
        expect(await queue.claim("V-1", { attemptLimit: 3, evenIfCooling: true })).toBeNull();
        const [standing] = await queue.standings("V-");
        expect(standing).toMatchObject({ key: "V-1", failures: 3, why: "try 3", claimed: false });
        expect(standing?.coolsFor).toBeGreaterThan(3500);
        expect(standing?.coolsFor).toBeLessThanOrEqual(3600);
        const again = await queue.claim("V-1", { attemptLimit: null, evenIfCooling: true });
        await again?.succeed();
        expect(await queue.standings("V-")).toMatchObject([{ failures: 0, why: null, coolsFor: 0 }]);
      });

      it("clears failures and cooldown on request, but not while the work is claimed", async () => {
        const held = await queue.claim("V-2", { attemptLimit: null });
        await (await queue.claim("V-1", { attemptLimit: null }))?.fail("no way", 3600);
        await database.transaction(async (queries) => {
          await queue.forgive("V-1", queries);
          await queue.forgive("V-2", queries);
        });
        expect(await queue.standings("V-1")).toMatchObject([{ failures: 0, coolsFor: 0, why: null }]);
        expect(await queue.claim("V-1", { attemptLimit: 1 })).not.toBeNull();
        expect(await held?.succeed()).toBe(true);
      });

      it("discards everything that was done after the claim was lost", async () => {
        const short = await openQueue({ database, holder: "stalled", leaseMs: 1 });
        const stalled = await short.claim("V-1", { attemptLimit: null });
        // The stalled one sends no heartbeat: its timer does not run before the other claims.
        const taken = await waitFor(() => queue.claim("V-1", { attemptLimit: null }));
        expect(taken.token).toBeGreaterThan(stalled?.token ?? 0);
        await expect(database.transaction(async (queries) => stalled?.fence(queries))).rejects.toMatchObject({
          code: "stale",
        });
        expect(stalled?.lost.aborted).toBe(true);
        expect(await stalled?.fail("late", 0)).toBe(false);
        expect(await stalled?.succeed()).toBe(false);
        expect(await taken.succeed()).toBe(true);
      });

      it("renews a claim automatically for as long as the work takes", async () => {
        const quick = await openQueue({ database, holder: "alive", leaseMs: 3000 });
        const claim = await quick.claim("V-1", { attemptLimit: null });
        const expiry = async () => Number((await database.all("SELECT expires_at FROM work"))[0]?.expires_at);
        const first = await expiry();
        await waitFor(async () => ((await expiry()) > first ? true : null));
        expect(claim?.lost.aborted).toBe(false);
        expect(await claim?.succeed()).toBe(true);
      });

      it("notices without being asked that its claim was taken over", async () => {
        const quick = await openQueue({ database, holder: "slow", leaseMs: 300 });
        const claim = await quick.claim("V-1", { attemptLimit: null });
        await waitFor(() => queue.claim("V-1", { attemptLimit: null, insteadOf: "slow" }));
        await waitFor(async () => (claim?.lost.aborted ? true : null));
        expect(claim?.lost.reason).toMatchObject({ code: "stale" });
      });

      it("keeps a claim that it cannot renew at the moment", async () => {
        let failed = 0;
        const unreachable: Database = {
          ...database,
          all: database.all.bind(database),
          run: async () => {
            failed += 1;
            throw new Error("the database does not answer");
          },
          migrate: database.migrate.bind(database),
        };
        const quick = await openQueue({ database: unreachable, holder: "patient", leaseMs: 300 });
        const claim = await quick.claim("V-1", { attemptLimit: null });
        await waitFor(async () => (failed > 1 ? true : null));
        expect(claim?.lost.aborted).toBe(false);
      });

      it("does not renew a claim after its end", async () => {
        const quick = await openQueue({ database, holder: "done", leaseMs: 90 });
        const claim = await quick.claim("V-1", { attemptLimit: null });
        await claim?.release();
        await setTimeout(200);
        expect(await quick.standings("V-")).toMatchObject([{ key: "V-1", claimed: false }]);
      });

      it("takes turns", async () => {
        const { signal } = new AbortController();
        const log: string[] = [];
        const turn = (name: string) =>
          queue.alone("landing", signal, async () => {
            log.push(`${name} in`);
            await setTimeout(20);
            log.push(`${name} out`);
          });
        await Promise.all([turn("a"), turn("b"), turn("c")]);
        expect(log).toHaveLength(6);
        for (let index = 0; index < log.length; index += 2) {
          expect(log[index + 1]).toBe(log[index]?.replace("in", "out"));
        }
      });
    });

    describe("several processes", () => {
      it("never take the same work", async () => {
        const keys = Array.from({ length: 12 }, (_, index) => `V-${index}`);
        const got = await Promise.all(
          ["one", "two", "three"].map((holder) => startWorker(holder, 60_000, keys)),
        );
        expect(got.flat().sort()).toEqual([...keys].sort());
        const effects = await database.all("SELECT work_key FROM effects");
        expect(effects).toHaveLength(keys.length);
      });

      it("take over from one that was killed, and count its attempt", async () => {
        await expect(startWorker("dies", 500, ["V-1"])).rejects.toMatchObject({ signal: "SIGKILL" });
        const claim = await waitFor(() => queue.claim("V-1", { attemptLimit: 3 }));
        expect(claim.token).toBe(2);
        expect(await queue.standings("V-")).toMatchObject([{ failures: 1, claimed: true }]);
      });
    });
  });
});

async function waitFor<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const value = await attempt();
    if (value !== null) return value;
    await setTimeout(20);
  }
}
