import { expect, it } from "vitest";
import { compileSegment, matchSegment } from "./glob-segment.ts";

it.each<[string, string, boolean]>([
  ["a*c", "abbc", true],
  ["a?c", "ac", false],
  ["[a-c]", "b", true],
  ["[!a-c]", "b", false],
  ["[^a-c]", "d", true],
  ["[]a]", "]", true],
  ["[a\\]]", "]", true],
  ["[[:alpha:]_]", "_", true],
  ["[[:alpha:]]", "1", false],
  ["[[:nothing:]]", ":]", true],
  ["[a", "[a", true],
  ["[[", "[[", true],
  ["\\*", "*", true],
  ["**", "a", false],
])("%s on %s is %s", (pattern, name, expected) => {
  expect(matchSegment(compileSegment(pattern), name)).toBe(expected);
});
