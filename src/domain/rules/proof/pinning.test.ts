import { describe, expect, it } from "vitest";
import { noticedShare, whyUnpinned } from "./pinning.ts";

const pinning = (killed: number, survived: number) => ({
  killed,
  survived,
  equal: 0,
  unknown: 0,
  killed_near: 0,
  survived_near: 0,
  survivors: [
    {
      description: "m.py:3: a < b → a <= b",
      differs: "f(3): 1 with the fix, 2 with this change",
      split: null,
    },
  ],
});

describe("pinning", () => {
  it.each<[number, number, number | null, boolean]>([
    [40, 0, 1, false],
    [97, 3, 0.97, false],
    [30, 10, 0.75, true],
    [1, 2, null, false],
    [0, 0, null, false],
  ])("%d noticed and %d unnoticed", (killed, survived, share, asks) => {
    expect(noticedShare(pinning(killed, survived))).toBe(share);
    expect(whyUnpinned(pinning(killed, survived)) !== null).toBe(asks);
  });

  it("names what no test notices, and on which input", () => {
    expect(whyUnpinned(pinning(30, 10))).toBe(
      "the tests notice only 30 of 40 small changes to the repaired code; every test also passes with m.py:3: a < b → a <= b (f(3): 1 with the fix, 2 with this change)",
    );
    expect(whyUnpinned(null)).toBeNull();
  });
});
