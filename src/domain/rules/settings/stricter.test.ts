import { describe, expect, it } from "vitest";
import {
  added,
  explainRefused,
  higherUpTo,
  inOrder,
  lower,
  lowerLimit,
  makeStricter,
  shortened,
} from "./stricter.ts";

const RULES = {
  "a.lower": lower,
  "a.limit": lowerLimit,
  "a.few": higherUpTo(5),
  mode: inOrder("loose", "strict"),
  protects: added,
  excepts: shortened,
};
const YOURS = {
  a: { lower: 3, limit: 0, few: 2 },
  mode: "loose",
  protects: ["x"],
  excepts: ["y", "z"],
  own: 1,
};

describe("makeStricter", () => {
  it.each<[wanted: object, changed: object, refused: readonly string[]]>([
    [{ a: { lower: 2 } }, { a: { ...YOURS.a, lower: 2 } }, []],
    [{ a: { lower: 4 } }, {}, ["a.lower: 4"]],
    [{ a: { limit: 7 } }, { a: { ...YOURS.a, limit: 7 } }, []],
    [{ a: { few: 5 } }, { a: { ...YOURS.a, few: 5 } }, []],
    [{ a: { few: 6 } }, {}, ["a.few: 6"]],
    [{ mode: "strict" }, { mode: "strict" }, []],
    [{ mode: "other" }, {}, ["mode: other"]],
    [{ protects: ["w"] }, { protects: ["x", "w"] }, []],
    [{ protects: ["w", "!x"] }, { protects: ["x", "w"] }, ["protects: !x"]],
    [{ protects: [] }, {}, ["protects: []"]],
    [{ excepts: ["z"] }, { excepts: ["z"] }, []],
    [{ excepts: ["y", "z", "all"] }, {}, ["excepts: all"]],
    [{ own: 2 }, {}, ["own: 2"]],
    [{ own: 1 }, {}, []],
    [{ unknown: { endpoint: "http://x" } }, {}, ["unknown.endpoint: http://x"]],
  ])("%j", (wanted, changed, refused) => {
    expect(makeStricter(YOURS, wanted, RULES)).toEqual({ settings: { ...YOURS, ...changed }, refused });
  });

  it("never treats 0 as a limit, and does not change the user's settings", () => {
    const yours = structuredClone({ ...YOURS, a: { ...YOURS.a, limit: 4 } });
    expect(makeStricter(yours, { a: { limit: 0 }, protects: ["q"] }, RULES).settings.a.limit).toBe(4);
    expect(yours.protects).toEqual(["x"]);
  });

  it("reports what was left out, and why", () => {
    expect(explainRefused("f", "mode: loose")).toMatch(/^f asks for mode: loose; .*only be stricter/);
  });
});
