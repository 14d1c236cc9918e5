import fc from "fast-check";
import { expect, it } from "vitest";
import type { FileState } from "../../entities/code-change.ts";
import { suggestionsOf } from "./suggestions.ts";

const state = (text: string | null): FileState =>
  text === null
    ? null
    : { mode: "100644", sha256: "0".repeat(64), content_base64: Buffer.from(text).toString("base64") };
const suggest = (before: string | null, after: string | null) =>
  suggestionsOf({ files: [{ path: "a.js", before: state(before), after: state(after) }] }, "why");

it.each([
  ["a replaced line", "a\nb\nc\n", "a\nB\nc\n", [[2, 2, "B"]]],
  ["the first line, with its byte order mark", "\uFEFFa\nb\n", "\uFEFFA\nb\n", [[1, 1, "\uFEFFA"]]],
  ["a removed line", "a\nb\nc\n", "a\nc\n", [[2, 2]]],
  ["an added line, with the one above", "a\nb\n", "a\nx\nb\n", [[1, 1, "a", "x"]]],
  ["a line added at the top, with the one below", "a\nb\n", "x\na\nb\n", [[1, 1, "x", "a"]]],
  ["two nearby lines, as one", "a\nb\nc\nd\n", "A\nb\nc\nD\n", [[1, 4, "A", "b", "c", "D"]]],
  [
    "two distant lines, as two",
    "a\n1\n2\n3\nd\n",
    "A\n1\n2\n3\nD\n",
    [
      [1, 1, "A"],
      [5, 5, "D"],
    ],
  ],
])("suggests %s", (_name, before, after, expected) => {
  expect(
    suggest(before, after)?.map(({ startLine, endLine, lines }) => [startLine, endLine, ...lines]),
  ).toEqual(expected);
});

it.each([
  ["a new file", null, "a\n"],
  ["a removed file", "a\n", null],
  ["a binary file", "a\0b", "a\0c"],
])("cannot suggest %s", (_name, before, after) => {
  expect(suggest(before, after)).toBeNull();
});

it("produces the changed text when all suggestions are applied", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, (old, next) => {
      const result = old.join("\n").split("\n");
      const suggestions = suggest(old.join("\n"), next.join("\n")) ?? [];
      for (const { startLine, endLine, lines } of [...suggestions].reverse())
        result.splice(startLine - 1, endLine - startLine + 1, ...lines);
      return result.join("\n") === next.join("\n");
    }),
  );
});
