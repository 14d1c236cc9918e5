import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBudget } from "./budget.ts";

const never = new Promise<number>(() => {});

/** A budget on a clock controlled by the test. */
function onClock(total: number) {
  const clock = { now: 0 };
  return { clock, budget: createBudget(() => total - clock.now) };
}

describe("a budget", () => {
  it("returns an answer that arrives in time", async () => {
    const { budget } = onClock(60_000);
    expect(await budget.within(Promise.resolve(7))).toBe(7);
    expect(await budget.within(setTimeout(20, 8))).toBe(8);
  });

  it.each<[string, () => Promise<number>]>([
    ["arrived", async () => 7],
    ["failed", () => Promise.reject(new Error("gone"))],
  ])("leaves no timer behind after an answer that %s", async (_, answer) => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
    const before = timers();
    await onClock(60_000)
      .budget.within(answer())
      .catch(() => null);
    expect(timers()).toBe(before);
  });

  it("returns null when the answer does not arrive in time", async () => {
    expect(await onClock(20).budget.within(never)).toBeNull();
  });

  it("does not wait when nothing is left", async () => {
    const { clock, budget } = onClock(1000);
    clock.now = 5000;
    expect(await budget.within(never)).toBeNull();
  });

  it("propagates a failure", async () => {
    await expect(onClock(1000).budget.within(Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  });

  it.each([
    [59_999, false],
    [60_000, true],
    [60_001, true],
  ])("after %i of 60000 ms without a patch: spent is %s", (now, wanted) => {
    const { clock, budget } = onClock(60_000);
    clock.now = now;
    expect(budget.isSpent()).toBe(wanted);
    expect(budget.isOver()).toBe(wanted);
  });

  it.each<[string, number, number]>([
    ["for at least 15 s after a quick first patch", 1000, 16_000],
    ["for as long again as a slow first patch took", 20_000, 40_000],
    ["never longer than the total", 50_000, 60_000],
  ])("looks for rivals %s", (_, found, spent) => {
    const { clock, budget } = onClock(60_000);
    clock.now = found;
    budget.foundPatch();
    clock.now = spent - 1;
    expect(budget.isSpent()).toBe(false);
    clock.now = spent;
    expect(budget.isSpent()).toBe(true);
    expect(budget.isOver()).toBe(spent === 60_000);
  });

  it("counts from the first patch, however many follow", () => {
    const { clock, budget } = onClock(60_000);
    clock.now = 1000;
    budget.foundPatch();
    clock.now = 10_000;
    budget.foundPatch();
    clock.now = 16_000;
    expect(budget.isSpent()).toBe(true);
  });

  it("does not wait for an answer beyond the time for rivals", async () => {
    const { clock, budget } = onClock(60_000);
    budget.foundPatch();
    clock.now = 14_990;
    expect(await budget.within(never)).toBeNull();
  });
});
