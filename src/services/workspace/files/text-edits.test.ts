import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits, decodeText } from "./text-edits.ts";

test.each([
  ["none", "abc", [], "abc"],
  ["insert", "abc", [{ start: 1, end: 1, text: "X" }], "aXbc"],
  [
    "replace and delete",
    "abcdef",
    [
      { start: 4, end: 6, text: "" },
      { start: 0, end: 1, text: "Z" },
    ],
    "Zbcd",
  ],
  [
    "two inserts at one place keep their order",
    "ab",
    [
      { start: 1, end: 1, text: "1" },
      { start: 1, end: 1, text: "2" },
    ],
    "a12b",
  ],
  [
    "insert before a replaced range",
    "ab",
    [
      { start: 1, end: 2, text: "B" },
      { start: 1, end: 1, text: "-" },
    ],
    "a-B",
  ],
  ["after an emoji", "😀b", [{ start: 2, end: 3, text: "c" }], "😀c"],
])("%s", (_name, text, edits, expected) => {
  expect(
    applyEdits(
      "f",
      text,
      edits.map((edit) => ({ path: "f", ...edit })),
    ),
  ).toBe(expected);
});

test.each([
  ["past the end", "abc", [{ start: 2, end: 4, text: "" }]],
  ["backwards", "abc", [{ start: 2, end: 1, text: "" }]],
  [
    "overlapping",
    "abc",
    [
      { start: 0, end: 2, text: "" },
      { start: 1, end: 3, text: "" },
    ],
  ],
  ["splitting a character", "😀", [{ start: 1, end: 2, text: "" }]],
])("refuses: %s", (_name, text, edits) => {
  expect(() =>
    applyEdits(
      "f",
      text,
      edits.map((edit) => ({ path: "f", ...edit })),
    ),
  ).toThrow(/cannot be applied/);
});

test("non-overlapping edits give the same result as applying them one by one from the end", () => {
  const input = fc.record({
    text: fc.string({ maxLength: 60 }),
    cuts: fc.array(fc.nat(60), { maxLength: 8 }),
    word: fc.string(),
  });
  fc.assert(
    fc.property(input, ({ text, cuts, word }) => {
      const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort(
        (left, right) => left - right,
      );
      const edits = places.flatMap((start, at) => {
        const end = places[at + 1];
        return at % 2 === 0 && end !== undefined ? [{ path: "f", start, end, text: word }] : [];
      });
      const expected = edits.reduceRight(
        (result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end),
        text,
      );
      expect(applyEdits("f", text, edits)).toBe(expected);
    }),
  );
});

test("a byte order mark stays, and text that is not UTF-8 is refused", () => {
  expect(decodeText("f", Buffer.from("\ufeffa"))).toBe("\ufeffa");
  expect(() => decodeText("f", Buffer.from([0xff, 0x41]))).toThrow(/not UTF-8/);
});
