import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { createFreshCandidates } from "./fresh-candidates.ts";
import { createPairs } from "./pairs.ts";

const series = (count: number) => Array.from({ length: count }, (_, at) => makePatch(at, at / 100));

function withHelpful(count: number) {
  const pairs = createPairs();
  pairs.helped({ patch: makePatch(5000, 1), fixed: 1 });
  return createFreshCandidates(series(count), pairs);
}

describe("fresh candidates", () => {
  it("come in their order and are counted", () => {
    const fresh = createFreshCandidates(series(5), createPairs());
    expect(fresh.take(3, true).map((each) => each.order)).toEqual([0, 1, 2]);
    expect(fresh.reached).toEqual({ cost: 0.02, count: 3 });
    expect(fresh.isExhausted).toBe(false);
    expect(fresh.take(3, true).map((each) => each.patch.description)).toEqual(["edit 3", "edit 4"]);
    expect(fresh.isExhausted).toBe(true);
    expect(fresh.take(3, true)).toEqual([]);
  });

  it("are tried alone 1200 times, then alternating with pairs", () => {
    const fresh = withHelpful(1400);
    const operators = fresh.take(1300, true).map((each) => each.patch.operator);
    expect(operators.indexOf("two-edits")).toBe(1201);
    expect(operators.slice(1201, 1205)).toEqual(["two-edits", "variable", "two-edits", "variable"]);
  });

  it("are combined immediately when no single one is left", () => {
    const operators = withHelpful(2)
      .take(10, true)
      .map((each) => each.patch.operator);
    expect(operators).toEqual(["variable", "variable", "two-edits", "two-edits"]);
  });

  it("are not combined if pairs are not requested", () => {
    expect(withHelpful(2).take(10, false)).toHaveLength(2);
  });
});
