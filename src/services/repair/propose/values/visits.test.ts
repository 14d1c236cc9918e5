import { describe, expect, it } from "vitest";
import { visitsOf } from "./visits.ts";

const visit = (value: unknown, ...atoms: unknown[]) => ({ value, atoms });
const compared = (got: unknown, wanted: unknown) => ({
  got,
  wanted,
  equal: JSON.stringify(got) === JSON.stringify(wanted),
});

/** What each visit should have been; "free" if that is unknown, and "kept" if the test passes there. */
function wantedIn(
  failing: boolean,
  ...events: readonly (ReturnType<typeof visit> | ReturnType<typeof compared>)[]
) {
  return visitsOf([{ failing, events }]).map((each) => each.wanted ?? (each.failing ? "free" : "kept"));
}

describe("what a visit should have been worth", () => {
  it("is what the test wants, if the value reaches the comparison", () => {
    expect(wantedIn(true, visit(1), visit(3), compared(3, 4))).toEqual(["free", 4]);
  });

  it("is the old value in a comparison that holds", () => {
    expect(wantedIn(true, visit(3), compared(3, 3), visit(5), compared(5, 6))).toEqual([3, 6]);
  });

  it("is a part of what the test wants, if the visits produced the parts", () => {
    const got = { list: [1, 2, 3] };
    expect(wantedIn(true, visit(1), visit(2), visit(3), compared(got, { list: [1, 4, 9] }))).toEqual([
      1, 4, 9,
    ]);
  });

  it("is the only wrong part, if one visit produced it", () => {
    const [got, wanted] = [
      {
        dict: [
          ["a", 1],
          ["b", 2],
        ],
      },
      {
        dict: [
          ["b", 5],
          ["a", 1],
        ],
      },
    ];
    expect(wantedIn(true, visit(0), visit(2), compared(got, wanted))).toEqual(["free", 5]);
    expect(wantedIn(true, visit(2), visit(2), compared(got, wanted))).toEqual(["free", "free"]);
  });

  it("is unknown if the test fails without a comparison, and kept if it passes", () => {
    expect(wantedIn(true, visit(1))).toEqual(["free"]);
    expect(wantedIn(false, visit(1))).toEqual(["kept"]);
  });

  it("is unknown if the values are missing", () => {
    expect(wantedIn(true, visit(1), compared({ missing: true }, 2))).toEqual(["free"]);
    expect(visitsOf([{ failing: true, events: [visit({ missing: true })] }])).toEqual([]);
  });
});
