import { expect, test } from "vitest";
import { shortened } from "./shortened.ts";

test.each([
  ["", 3, ""],
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["ab🙂d", 3, "ab…"],
  ["ab🙂d", 4, "ab🙂…"],
])("%j within %i is %j", (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected);
});
