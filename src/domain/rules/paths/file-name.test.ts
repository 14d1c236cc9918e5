import { expect, it } from "vitest";
import { composed, foldName } from "./file-name.ts";

it.each([
  ["cafe\u0301", "caf\u00e9"],
  ["README.md", "README.md"],
])("composes %s", (name, expected) => {
  expect(composed(name)).toBe(expected);
});

it.each([
  [".ENV", ".env"],
  [".e\u200cnv", ".env"],
  [".\uff45nv", ".env"],
  ["CAFE\u0301", "caf\u00e9"],
])("folds %s", (name, expected) => {
  expect(foldName(name)).toBe(expected);
});
