import { expect, it } from "vitest";
import { firstFew } from "./first-few.ts";

it.each([
  [["a"], "a"],
  [["a", "b", "c"], "a, b, c"],
  [["a", "b", "c", "d", "e"], "a, b, c and 2 more"],
])("names up to three of %j", (names, expected) => {
  expect(firstFew(names)).toBe(expected);
});

it("names as many as the caller allows", () => {
  expect(firstFew(["a", "b", "c"], 1)).toBe("a and 2 more");
});
