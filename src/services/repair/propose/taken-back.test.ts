import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { RecentChange } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import { suspect } from "../localize/suspicion.ts";
import { applyEdits } from "./apply.ts";
import { takenBack } from "./taken-back.ts";

function results(text: string, changes: readonly RecentChange[]) {
  const target = {
    ...makeTarget({ "m.py": text }, { "test_m.py": "import m\n" }),
    recent: [{ "m.py": changes }],
  };
  return [...takenBack(target, suspect(target))].map((patch) => ({
    text: applyEdits(patch.edits, new Map([["m.py", text]])).get("m.py"),
    isDoubted: patch.doubt !== undefined,
    cost: patch.cost,
  }));
}

describe("takenBack", () => {
  it.each<[string, string, RecentChange, string, boolean]>([
    ["a replaced line", "a\nB\nc\n", { start: 2, before: ["b"], after: ["B"] }, "a\nb\nc\n", false],
    ["added lines", "a\nX\nY\nc\n", { start: 2, before: [], after: ["X", "Y"] }, "a\nc\n", true],
    ["removed lines", "a\nc\n", { start: 2, before: ["b"], after: [] }, "a\nb\nc\n", true],
    [
      "the last line, without a line ending",
      "a\nB",
      { start: 2, before: ["b"], after: ["B"] },
      "a\nb",
      false,
    ],
    ["Windows line endings", "a\r\nB\r\n", { start: 2, before: ["b"], after: ["B"] }, "a\r\nb\r\n", false],
  ])("restores %s", (_name, text, change, expected, isDoubted) => {
    expect(results(text, [change])).toMatchObject([{ text: expected, isDoubted }]);
  });

  it("offers to undo a change as a whole, each of its lines, and last all changes to a file", () => {
    const found = results("A\nB\nc\nD\n", [
      { start: 1, before: ["a", "b"], after: ["A", "B"] },
      { start: 4, before: ["d"], after: ["D"] },
    ]);
    expect(found.map(({ text }) => text)).toEqual([
      "a\nb\nc\nD\n",
      "a\nB\nc\nD\n",
      "A\nb\nc\nD\n",
      "A\nB\nc\nd\n",
      "a\nb\nc\nd\n",
    ]);
    expect(found.map(({ isDoubted }) => isDoubted)).toEqual([true, false, false, false, true]);
    expect(found.at(-1)?.cost).toBeGreaterThan(found[0]?.cost ?? 0);
  });

  it("charges for older commits, for changes of several lines, and for lines that no failing test runs", () => {
    const sources = { "m.py": "A\nB\nC\nD\n" };
    const one = (start: number, text: string): RecentChange => ({
      start,
      before: [text.toLowerCase()],
      after: [text],
    });
    const several = { start: 3, before: ["c", "x", "d"], after: ["C", "D"] };
    const target = {
      ...makeTarget(sources, { "test_m.py": "import m\n" }),
      recent: [{ "m.py": [one(1, "A")] }, { "m.py": [one(1, "A")] }, { "m.py": [several] }],
    };
    const suspicionOf = (line: number) => ({ 1: 1, 3: 0.5, 4: 0.75 })[line] ?? 0;
    const suspicion = { ...suspect(target), of: (_: string, line: number) => suspicionOf(line) };
    const [first = 0, older = 0, whole = 0] = [...takenBack(target, suspicion)].map(({ cost }) => cost);
    const { perCommit, severalLines } = COSTS.takenBack;
    expect(first).toBe(COSTS.takenBack.prior);
    expect(older - first).toBeCloseTo(perCommit);
    expect(whole - first).toBeCloseTo(2 * perCommit + severalLines + COSTS.candidate.unsuspected * 0.25);
  });

  it("offers nothing for a file with more than 30 changes, which was rewritten", () => {
    const changed = (count: number) => {
      const lines = Array.from({ length: count }, (_, at) => `L${at}`);
      return results(
        lines.map((line) => `${line}\n`).join(""),
        lines.map((line, at) => ({ start: at + 1, before: [line.toLowerCase()], after: [line] })),
      );
    };
    expect(changed(30)).toHaveLength(31);
    expect(changed(31)).toEqual([]);
  });

  it("offers nothing for lines that no longer exist", () => {
    expect(results("a\nother\n", [{ start: 2, before: ["b"], after: ["B"] }])).toEqual([]);
  });
});
