import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import type { Answer, Verdict } from "../validate/worker.ts";
import type { Batch } from "./batch.ts";
import { createPairs } from "./pairs.ts";
import { createScheduler, type SchedulerOptions } from "./scheduler.ts";
import type { Known } from "./stopping-rule.ts";

const effort = { firstBatch: 2, batch: 4, rivals: 900, plausible: 24 };
const none: Known = { plausible: [], shares: [] };
const series = (count: number, step = 0.1): readonly Patch[] =>
  Array.from({ length: count }, (_, at) => makePatch(at, 1 + at * step));

function schedulerOf(patches: readonly Patch[], more: Partial<SchedulerOptions> = {}) {
  const options = { effort, pairs: createPairs(), isDear: false, oneMayFixAll: true, ...more };
  return createScheduler(patches, options);
}

const brief = (batch: Batch | null) =>
  batch && { orders: batch.patches.map((each) => each.order), depth: batch.depth, cold: batch.cold };

function answerAll(scheduler: ReturnType<typeof schedulerOf>, batch: Batch | null, verdict: Verdict) {
  const answer: Answer = { verdict, fixed: 0, further: false };
  for (const each of batch?.patches ?? []) scheduler.answered(batch as Batch, each, answer);
}

describe("a scheduler", () => {
  it("starts with a small batch, then hands out full ones until nothing is left", () => {
    const scheduler = schedulerOf(series(7));
    const sizes = Array.from({ length: 4 }, () => scheduler.next(none)?.patches.length ?? null);
    expect(sizes).toEqual([2, 4, 1, null]);
  });

  it("keeps candidates that ran out of ticks until candidates that cost 1 more were handed out", () => {
    const scheduler = schedulerOf(series(40));
    answerAll(scheduler, scheduler.next(none), "out_of_ticks");
    const later = Array.from({ length: 4 }, () => brief(scheduler.next(none)));
    expect(later.map((each) => each?.depth)).toEqual([0, 0, 0, 1]);
    expect(later.at(-1)?.orders).toEqual([0, 1]);
  });

  it("alternates between fresh candidates and those that need modules reloaded", () => {
    const scheduler = schedulerOf(series(40, 0.3), { effort: { ...effort, firstBatch: 30 } });
    answerAll(scheduler, scheduler.next(none), "cold");
    const kinds = Array.from({ length: 4 }, () => scheduler.next(none));
    expect(kinds.map((each) => each?.cold)).toEqual([true, false, true, false]);
    expect(kinds[0]?.patches).toHaveLength(12);
  });

  it("retries postponed candidates when no fresh candidate is left", () => {
    const scheduler = schedulerOf(series(2));
    answerAll(scheduler, scheduler.next(none), "cold");
    expect(brief(scheduler.next(none))).toBeNull();
    expect(brief(scheduler.next(none))).toEqual({ orders: [0, 1], depth: 0, cold: true });
  });

  it("does not give the most ticks to a candidate without progress while fresh ones are left", () => {
    const scheduler = schedulerOf(series(60, 0.5));
    answerAll(scheduler, scheduler.next(none), "out_of_ticks");
    let deepest = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      const batch = scheduler.next(none);
      deepest = Math.max(deepest, batch?.depth ?? 0);
      if (batch?.depth === 1) answerAll(scheduler, batch, "out_of_ticks");
    }
    expect(deepest).toBe(1);
  });

  it("gives smaller batches more ticks, and full ones if every request is slow", () => {
    const wide = { ...effort, firstBatch: 64, batch: 64 };
    const deeper = (isDear: boolean) => {
      const scheduler = schedulerOf(series(64, 0), { effort: wide, isDear });
      answerAll(scheduler, scheduler.next(none), "out_of_ticks");
      scheduler.next(none);
      return scheduler.next(none)?.patches.length;
    };
    expect(deeper(false)).toBe(16);
    expect(deeper(true)).toBe(64);
  });

  it("gives candidates with progress the most ticks in the smallest batches", () => {
    const scheduler = schedulerOf(series(64, 0), { effort: { ...effort, firstBatch: 64, batch: 64 } });
    const promising: Answer = { verdict: "out_of_ticks", fixed: 1, further: false };
    let batch = scheduler.next(none);
    for (const each of batch?.patches ?? []) scheduler.answered(batch as Batch, each, promising);
    while (batch !== null && batch.depth < 2) {
      batch = scheduler.next(none);
      if (batch?.depth === 1) for (const each of batch.patches) scheduler.answered(batch, each, promising);
    }
    expect(batch).toMatchObject({ depth: 2 });
    expect(batch?.patches).toHaveLength(4);
  });

  it("tries only cheaper postponed candidates when a plausible patch is known, and no fresh ones beyond the margin", () => {
    const scheduler = schedulerOf(series(40));
    const batch = scheduler.next(none);
    answerAll(scheduler, batch, "out_of_ticks");
    for (let turn = 0; turn < 3; turn += 1) scheduler.next(none);
    const known: Known = { plausible: [{ patch: makePatch(1, 1.05), order: 1 }], shares: [] };
    expect(brief(scheduler.next(known))).toEqual({ orders: [0], depth: 1, cold: false });
    expect(scheduler.next(known)).toBeNull();
  });

  it("tries at most 30 postponed candidates after a plausible patch", () => {
    const wide = { ...effort, firstBatch: 60, batch: 40 };
    const scheduler = schedulerOf(series(60, 0), { effort: wide });
    answerAll(scheduler, scheduler.next(none), "out_of_ticks");
    const before = [scheduler.next(none), scheduler.next(none)];
    expect(before.map((batch) => batch?.depth)).toEqual([undefined, 1]);
    const known: Known = { plausible: [{ patch: makePatch(99, 5), order: 59 }], shares: [] };
    let tried = 0;
    for (let batch = scheduler.next(known); batch !== null; batch = scheduler.next(known))
      tried += batch.patches.length;
    expect(tried).toBe(30);
  });

  it("combines candidates only while no patch is known", () => {
    const pairsAfter = (known: Known) => {
      const pairs = createPairs();
      const scheduler = schedulerOf(series(3), { pairs });
      scheduler.next(none);
      pairs.helped({ patch: makePatch(50, 1), fixed: 1 });
      return scheduler.next(known)?.patches.filter((each) => each.patch.operator === "two-edits").length;
    };
    expect(pairsAfter(none)).toBe(3);
    const found = [{ patch: makePatch(0, 1), order: 0 }];
    expect(pairsAfter({ plausible: [], shares: found })).toBe(0);
    expect(pairsAfter({ plausible: found, shares: found })).toBe(0);
  });
});
