import { expect, test } from "vitest";
import { languageOf } from "./languages.ts";

test.each([
  ["src/app.py", "python"],
  ["types.pyi", "python"],
  ["a/b.test.mjs", "javascript"],
  ["view.TSX", "tsx"],
  ["x.d.cts", "typescript"],
  ["lib.rs", "rust"],
  ["py", null],
  ["folder.py/readme", null],
  [".py", "python"],
  ["notes.txt", null],
  ["x.constructor", null],
  ["x.__proto__", null],
  ["", null],
])("%s is %s", (path, expected) => {
  expect(languageOf(path)).toBe(expected);
});
