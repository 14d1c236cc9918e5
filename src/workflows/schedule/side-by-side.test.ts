import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sideBySide } from "./side-by-side.ts";

interface Item {
  readonly id: number;
  readonly key: string;
}

describe("sideBySide", () => {
  it("runs every item once, in order within a key, never two of a key at once, never more than the limit", async () => {
    const keys = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        keys,
        fc.integer({ min: 1, max: 4 }),
        fc.scheduler(),
        async (given, concurrency, scheduler) => {
          const items = given.map((key, id) => ({ id, key }));
          const started: Item[] = [];
          const now = new Map<number, string>();
          const all = sideBySide(
            items,
            { concurrency, keyOf: (item) => item.key, isOver: () => false },
            async (item) => {
              started.push(item);
              expect([...now.values()]).not.toContain(item.key);
              now.set(item.id, item.key);
              expect(now.size).toBeLessThanOrEqual(concurrency);
              await scheduler.schedule(Promise.resolve());
              now.delete(item.id);
            },
          );
          await scheduler.waitFor(all);
          expect(started).toHaveLength(items.length);
          for (const key of ["a", "b", "c"]) {
            const ids = started.filter((item) => item.key === key).map((item) => item.id);
            expect(ids).toEqual([...ids].sort((left, right) => left - right));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("starts nothing new after a failure or once it must stop, and reports the failure", async () => {
    const started: number[] = [];
    const options = { concurrency: 1, keyOf: String, isOver: () => started.length >= 3 };
    await sideBySide([1, 2, 3, 4], options, async (item) => void started.push(item));
    expect(started).toEqual([1, 2, 3]);
    const failing = sideBySide([1, 2], { ...options, isOver: () => false }, async (item) => {
      started.push(item);
      throw new Error(`at ${item}`);
    });
    await expect(failing).rejects.toThrow("at 1");
    expect(started).toEqual([1, 2, 3, 1]);
  });
});
