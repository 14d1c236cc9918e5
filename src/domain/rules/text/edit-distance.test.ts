import fc from "fast-check";
import { expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

it.each([
  ["", "", 0],
  ["total", "total", 0],
  ["total", "totl", 1],
  ["total", "tottal", 1],
  ["total", "tital", 1],
  ["total", "toatl", 1],
  ["", "abc", 3],
  ["kitten", "sitting", 3],
])("%s and %s are %d apart", (one, other, wanted) => {
  expect(editDistance(one, other)).toBe(wanted);
});

it("is symmetric, and at most the longer length", () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one));
      expect(editDistance(one, other)).toBeLessThanOrEqual(Math.max(one.length, other.length));
      expect(editDistance(one, other) === 0).toBe(one === other);
    }),
  );
});
