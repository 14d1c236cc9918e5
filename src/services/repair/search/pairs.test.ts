import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { createPairs, isEntangled, joined } from "./pairs.ts";

function descriptions(pairs: ReturnType<typeof createPairs>, most = 1000): readonly string[] {
  const found: string[] = [];
  for (let next = pairs.next(); next !== null && found.length < most; next = pairs.next())
    found.push(next.description);
  return found;
}

describe("pairs", () => {
  it("combine the most helpful first, in rounds", () => {
    const pairs = createPairs();
    for (const at of [1, 2]) pairs.saw(makePatch(at, 1));
    pairs.helped({ patch: makePatch(10, 1), fixed: 1 });
    pairs.helped({ patch: makePatch(11, 3), fixed: 2 });
    pairs.helped({ patch: makePatch(12, 2), fixed: 2 });
    expect(pairs.best().map((each) => each.patch.description)).toEqual(["edit 12", "edit 11", "edit 10"]);
    expect(descriptions(pairs)).toEqual([
      "edit 12; edit 1",
      "edit 11; edit 1",
      "edit 10; edit 1",
      "edit 12; edit 2",
      "edit 11; edit 2",
      "edit 10; edit 2",
    ]);
  });

  it("never combine adjacent edits", () => {
    const pairs = createPairs();
    pairs.saw(makePatch(1, 1));
    pairs.saw(makePatch(2, 1, { edits: [{ path: "m.py", start: 101, end: 103, text: "" }] }));
    pairs.saw(makePatch(3, 1, { edits: [{ path: "other.py", start: 100, end: 101, text: "" }] }));
    pairs.helped({ patch: makePatch(10, 1), fixed: 1 });
    expect(descriptions(pairs)).toEqual(["edit 10; edit 1", "edit 10; edit 3"]);
  });

  it("never combine patches of several edits if any two of these are adjacent", () => {
    const edits = (...starts: number[]) =>
      starts.map((start) => ({ path: "m.py", start, end: start + 5, text: "" }));
    const several = (...starts: number[]) => makePatch(0, 1, { edits: edits(...starts) });
    expect(isEntangled(several(0, 50), several(20, 55))).toBe(true);
    expect(isEntangled(several(0, 50), several(100, 5))).toBe(true);
    expect(isEntangled(several(0, 50), several(20, 80))).toBe(false);
  });

  it("keep the 8 most helpful and the first 500 others", () => {
    const pairs = createPairs();
    for (let at = 0; at < 600; at += 1) pairs.saw(makePatch(at, 1));
    for (let at = 0; at < 10; at += 1) pairs.helped({ patch: makePatch(1000 + 10 * at, at), fixed: 1 });
    expect(pairs.best()).toHaveLength(8);
    expect(descriptions(pairs, 10_000)).toHaveLength(8 * 500);
  });

  it("cost as much as both and carry a doubt", () => {
    expect(joined(makePatch(1, 1.5), makePatch(2, 2))).toMatchObject({
      operator: "two-edits",
      cost: 3.5,
      edits: [{ start: 10 }, { start: 20 }],
      doubt: expect.stringContaining("two places"),
    });
  });
});
