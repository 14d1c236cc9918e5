import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test.each([
  [0, "action", undefined, "0 actions"],
  [1, "action", undefined, "1 action"],
  [2, "action", undefined, "2 actions"],
  [1, "entry", "entries", "1 entry"],
  [3, "entry", "entries", "3 entries"],
])("%d %s (%s) is %s", (count, noun, plural, words) => {
  expect(counted(count, noun, plural)).toBe(words);
});
