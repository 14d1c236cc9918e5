import { expect, it } from "vitest";
import { lineAt } from "./line-at.ts";

it.each([
  ["", 0, 1],
  ["a\nb\n", 0, 1],
  ["a\nb\n", 1, 1],
  ["a\nb\n", 2, 2],
  ["a\nb\n", 4, 3],
])("%j at %d is line %d, regardless of the previous call", (text, offset, line) => {
  lineAt("another\ntext\n", 9);
  expect(lineAt(text, offset)).toBe(line);
});
