import fc from "fast-check";
import { expect, it } from "vitest";
import { applyEdits } from "./fix.ts";
import { lineEdits, touches } from "./line-edits.ts";

const text = fc
  .array(fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "d"), { maxLength: 12 })
  .map((all) => all.join(""));

it("turns one text into the other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyEdits(before, lineEdits("a.py", before, after))).toBe(after);
    }),
  );
});

it.each<[title: string, before: string, after: string, touched: readonly string[]]>([
  ["a changed line", "a\nb\nc\n", "A\nB\nC\n", ["A\nB\nC\n"]],
  ["only the one in the range", "a\nb\nc\nd\n", "A\nb\nC\nd\n", []],
  ["the line itself", "a\nb\nc\n", "a\nB\nc\n", ["B\n"]],
  ["a line that goes away", "a\nb\nc\n", "a\nc\n", [""]],
  ["lines next to it", "a\nb\nc\n", "a\nx\nb\ny\nc\n", ["x\n", "y\n"]],
  ["lines further away", "a\nb\nc\n", "x\na\nb\nc\ny\n", []],
])("%s touches line 2", (_, before, after, touched) => {
  const range = { line: 2, column: 1, endLine: 2, endColumn: 2 };
  const edits = lineEdits("a.py", before, after).filter((edit) => touches(edit, range));
  expect(edits.map((edit) => edit.text)).toEqual(touched);
});
