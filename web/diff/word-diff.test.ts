import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedWords, type Span } from "./word-diff.ts";

describe("changedWords", () => {
  it.each([
    ["one operator", "return a - b;", "return a + b;", ["-"], ["+"]],
    ["an added argument", "call(a)", "call(a, b)", [], [", b"]],
    ["a renamed word", "const total = 1", "const sum = 1", ["total"], ["sum"]],
    ["indentation", "  x()", "    x()", ["  "], ["    "]],
    ["equal lines", "same", "same", [], []],
    ["a rewritten line", "import { a } from 'b'", "while (true) stop;", [], []],
    ["an empty line", "", "anything", [], []],
  ])("marks %s", (_name, before, after, old, fresh) => {
    const words = changedWords(before, after);
    expect(words.old.map(textIn(before))).toEqual(old);
    expect(words.new.map(textIn(after))).toEqual(fresh);
  });

  it("leaves the same text on both sides when the marked words are removed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, after) => {
        const words = changedWords(before, after);
        if (words.old.length + words.new.length === 0) return;
        expect(without(before, words.old)).toBe(without(after, words.new));
      }),
    );
  });

  it("is quick on very long lines", () => {
    const start = performance.now();
    changedWords("a b ".repeat(50_000), "b c ".repeat(50_000));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

function textIn(line: string): (span: Span) => string {
  return ({ start, end }) => line.slice(start, end);
}

function without(line: string, spans: readonly Span[]): string {
  return spans.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), line);
}
