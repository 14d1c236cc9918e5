import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { RecentChange } from "../../../domain/ports/repair.ts";
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

  it("offers nothing for lines that no longer exist", () => {
    expect(results("a\nother\n", [{ start: 2, before: ["b"], after: ["B"] }])).toEqual([]);
  });
});
