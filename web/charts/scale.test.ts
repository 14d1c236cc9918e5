import { describe, expect, it } from "vitest";
import { placesOf, spread, ticksTo } from "./scale.ts";

describe("ticksTo", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [42, [0, 20, 40, 60]],
    [1000, [0, 500, 1000]],
    [Number.NaN, [0, 1]],
  ])("%s: %j", (most, ticks) => {
    expect(ticksTo(most)).toEqual(ticks);
  });

  it("always reaches the largest value with few steps", () => {
    for (let most = 1; most < 5000; most += 7) {
      expect(ticksTo(most).at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticksTo(most).length).toBeLessThanOrEqual(6);
    }
  });
});

it("spreads points over the whole width and centers a single one", () => {
  expect(placesOf(3, 100)).toEqual([0, 50, 100]);
  expect(placesOf(1, 100)).toEqual([50]);
  expect(placesOf(0, 100)).toEqual([]);
});

it("spreads labels evenly", () => {
  expect(spread(3, 5)).toEqual([0, 1, 2]);
  expect(spread(9, 3)).toEqual([0, 4, 8]);
});
