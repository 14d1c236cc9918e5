import { expect, it } from "vitest";
import { expandBraces } from "./glob-braces.ts";

it.each<[string, readonly string[]]>([
  ["a", ["a"]],
  ["a{b,c}", ["ab", "ac"]],
  ["{a,b}{c,d}", ["ac", "ad", "bc", "bd"]],
  ["{a,{b,c}d}", ["a", "bd", "cd"]],
  ["x{,.y}", ["x", "x.y"]],
  ["{a}", ["{a}"]],
  ["{a{b,c}}", ["{ab}", "{ac}"]],
  ["a{b,{c,d}", ["a{b,c", "a{b,d"]],
  ["a}b,c{", ["a}b,c{"]],
  ["\\{a,b}", ["\\{a,b}"]],
])("expands %s", (glob, expected) => {
  expect(expandBraces(glob)).toEqual(expected);
});

it.each(["{a,b}".repeat(9), "a".repeat(20_000), `{${"a,".repeat(300)}}`])(
  "refuses too many alternatives",
  (glob) => {
    expect(() => expandBraces(glob)).toThrow(/alternatives/);
  },
);
