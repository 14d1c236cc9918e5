import { describe, expect, it } from "vitest";
import { describeStart, startingPoint } from "./start.ts";

const edits = [{ path: "a.js", start: 12, end: 13, text: "+" }];
const patch = { source: "search", operator: "o", description: "`-` becomes `+`", cost: 1, edits };
const files = [{ path: "a.js", text: "const a = 1;\nconst b = 2;\n" }];

describe("describeStart", () => {
  it("lists the changes in the copy and what they fixed", () => {
    const [said] = describeStart({ kept: [{ patch, fixed: ["a.test.js::adds"] }], files });
    expect(said).toContain("already in the copy");
    expect(startingPoint({ kept: [{ patch, fixed: [] }] })).toContain("Continue from there");
    expect(said).toContain("`-` becomes `+` at a.js:1; fixed: a.test.js::adds");
  });

  it("says nothing if nothing was kept", () => {
    expect(describeStart({ kept: [], files })).toEqual([]);
    expect(describeStart({ files })).toEqual([]);
    expect(startingPoint({})).toBe("");
  });
});
