import { describe, expect, it } from "vitest";
import { decidingFeature, type Observation } from "./deciding-feature.ts";
import { historyDoubts } from "./doubts.ts";

const many = (times: number, features: Record<string, string>, differs: boolean): readonly Observation[] =>
  Array.from({ length: times }, () => ({ features, differs }));

describe("a feature that decides", () => {
  it.each<[string, readonly Observation[], string | null]>([
    ["is found", [...many(5, { size: "2" }, true), ...many(8, { size: "3" }, false)], "size"],
    ["needs enough others", [...many(5, { size: "2" }, true), ...many(7, { size: "3" }, false)], null],
    [
      "counts how often a difference occurs with it",
      [...many(2, { size: "2" }, true), ...many(6, { size: "2" }, false), ...many(20, { size: "3" }, false)],
      null,
    ],
    [
      "decides nothing when others differ too",
      [...many(5, { size: "2" }, true), ...many(50, { size: "3" }, false), ...many(1, { size: "4" }, true)],
      null,
    ],
    [
      "is not inferred from inputs that lack it",
      [...many(5, {}, true), ...many(50, { size: "3" }, false)],
      null,
    ],
  ])("%s", (_name, observed, found) => {
    expect(decidingFeature({ size: ["2"] }, observed, 8)).toBe(found);
  });
});

describe("sequences of steps", () => {
  const history = (observed: readonly Observation[]) => [
    { shown: "t", own: { size: "2" }, observed: [...observed] },
  ];
  const selecting = [{ selects: true, literals: ["4"] }];

  it("raise a doubt when old and new code differ only on the test's own sequence", () => {
    const [doubt] = historyDoubts(history(many(40, { size: "2" }, false)), selecting);
    expect(doubt).toMatch(/only for the steps of t \(40 other sequences tried\)/);
    expect(historyDoubts(history(many(39, { size: "2" }, false)), selecting)).toEqual([]);
  });

  it("raise a doubt that names the deciding feature, and none if the change cannot single out inputs", () => {
    const observed = [...many(5, { size: "2" }, true), ...many(40, { size: "3" }, false)];
    expect(historyDoubts(history(observed), selecting)).toEqual([expect.stringMatching(/as in t, by size/)]);
    expect(historyDoubts(history(observed), [{ selects: false, literals: [] }])).toEqual([]);
  });
});
