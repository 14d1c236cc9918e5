import { describe, expect, it } from "vitest";
import { SCORES, type ScoreTable, scoreIn } from "./confidence-scores.ts";

const { from: origin, ...tables } = SCORES;

describe("scores of the search's signals", () => {
  it("say where they come from", () => {
    expect(origin).toMatch(/training/);
  });

  it.each(Object.entries(tables) as [string, ScoreTable][])("%s only rises or only falls", (name, table) => {
    const scores = table.map(([, score]) => score);
    const sorted = scores.toSorted((a, b) => a - b);
    const rises = ["passed", "tests", "noticed"].includes(name);
    expect(scores).toEqual(rises ? sorted : sorted.toReversed());
    expect(table.map(([from]) => from)).toEqual(table.map(([from]) => from).toSorted((a, b) => a - b));
    expect(sorted.every((score) => score > 0 && score <= 1)).toBe(true);
  });

  it("applies from a row up to the next", () => {
    const table = [
      [0, 0.9],
      [3, 0.5],
    ] as const;
    expect([-1, 0, 2.9, 3, 99].map((value) => scoreIn(table, value))).toEqual([0.9, 0.9, 0.9, 0.5, 0.5]);
  });
});
