import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { createStoppingRule, type Known } from "./stopping-rule.ts";

const effort = { firstBatch: 24, batch: 120, rivals: 900, plausible: 24 };
const at = (cost: number, order: number) => ({ patch: makePatch(order, cost), order });
const none: Known = { plausible: [], shares: [] };
const whole: Known = { plausible: [at(2, 10)], shares: [] };
const share: Known = { plausible: [], shares: [at(2, 10)] };

describe("isEnough", () => {
  const cases: readonly [string, Known, boolean, number, number, boolean][] = [
    ["never stops without a patch", none, true, 100, 100_000, false],
    ["looks for rivals that cost up to 0.9 more", whole, true, 2.9, 11, false],
    ["stops when candidates cost more than 0.9 extra", whole, true, 2.91, 11, true],
    ["looks for rivals among as many candidates as the effort allows", whole, true, 2, 910, false],
    ["stops after as many candidates as the effort allows", whole, true, 2, 911, true],
    ["looks further for one edit that fixes all targets", share, true, 3.5, 3010, false],
    ["stops 1.5 above a partial fix", share, true, 3.51, 11, true],
    ["stops 3000 candidates after a partial fix", share, true, 2, 3011, true],
    ["treats a partial fix as complete if no edit can fix all: cost", share, false, 2.91, 11, true],
    ["treats a partial fix as complete if no edit can fix all: count", share, false, 2, 911, true],
    ["looks for rivals of a partial fix that counts as complete", share, false, 2.9, 910, false],
  ];
  it.each(cases)("%s", (_, known, oneMayFixAll, cost, count, wanted) => {
    expect(createStoppingRule(effort, oneMayFixAll).isEnough(known, { cost, count })).toBe(wanted);
  });

  it("stops when as many plausible patches are known as will be compared", () => {
    const rule = createStoppingRule({ ...effort, plausible: 2 }, true);
    const reached = { cost: 2, count: 12 };
    expect(rule.isEnough({ plausible: [at(2, 10)], shares: [] }, reached)).toBe(false);
    expect(rule.isEnough({ plausible: [at(2, 10), at(2, 11)], shares: [] }, reached)).toBe(true);
  });
});

describe("settledBy", () => {
  it.each<[string, Known, boolean, number | undefined]>([
    ["nothing is known", none, false, undefined],
    ["a partial fix is known and one edit may fix all", share, true, undefined],
    ["a partial fix is known and no edit can fix all", share, false, 10],
    ["a complete patch is known", whole, true, 10],
    ["both are known", { plausible: [at(2, 7)], shares: [at(1, 3)] }, false, 7],
  ])("when %s", (_, known, oneMayFixAll, order) => {
    expect(createStoppingRule(effort, oneMayFixAll).settledBy(known)?.order).toBe(order);
  });
});

describe("isWorthwhile", () => {
  const rule = createStoppingRule(effort, true);
  it.each<[string, number, number, boolean, number, boolean]>([
    ["a cheaper candidate that ran out of ticks once", 1.9, 1, false, 0, true],
    ["a candidate that costs as much as the patch and ran out of ticks", 2, 1, false, 0, false],
    ["a cheaper candidate that ran out of ticks twice", 1.9, 2, false, 0, false],
    ["a candidate that needs fresh imports and costs a little more", 2.49, 0, true, 0, true],
    ["a candidate that needs fresh imports and costs 0.5 more", 2.5, 0, true, 0, false],
    ["the thirtieth afterwards", 1, 1, false, 29, true],
    ["the thirty-first afterwards", 1, 1, false, 30, false],
    ["the thirty-first with fresh imports", 1, 0, true, 30, false],
  ])("%s", (_, cost, depth, cold, triedSince, wanted) => {
    expect(rule.isWorthwhile({ patch: { cost }, depth, cold }, at(2, 10), triedSince)).toBe(wanted);
  });
});
