import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstDifference } from "./difference.ts";

describe("firstDifference", () => {
  it.each<[unknown, unknown, object | null]>([
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, null],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, { place: "/a/1/b", recorded: "2", now: "3" }],
    [[1], [1, 2], { place: "/1", recorded: "nothing", now: "2" }],
    [{ "a/b": 1 }, {}, { place: "/a~1b", recorded: "1", now: "nothing" }],
    [[], {}, { place: "/", recorded: "[]", now: "{}" }],
    [null, {}, { place: "/", recorded: "null", now: "{}" }],
    [JSON.parse('{"__proto__":{}}'), {}, { place: "/__proto__", recorded: "{}", now: "nothing" }],
    [{ toString: "x" }, {}, { place: "/toString", recorded: '"x"', now: "nothing" }],
  ])("%j and %j", (recorded, now, expected) => expect(firstDifference(recorded, now)).toEqual(expected));

  it("finds no difference if, and only if, the texts are equal", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const copy = JSON.parse(JSON.stringify(one));
        expect(firstDifference(copy, JSON.parse(JSON.stringify(one)))).toBeNull();
        const equal = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(firstDifference(copy, JSON.parse(JSON.stringify(other))) === null).toBe(equal);
      }),
    );
  });
});

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
