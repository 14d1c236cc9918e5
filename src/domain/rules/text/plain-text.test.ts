import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine, plainLines } from "./plain-text.ts";

describe("oneLine", () => {
  it.each([
    ["  two\r\nlines\u2028and\u0085more ", "two lines and more"],
    ["a\u001b[31m\u0007\u202eb\ufeff", "a[31mb"],
    ["\ud800 alone", "alone"],
    ["👩‍👧 می‌خواهم", "👩‍👧 می‌خواهم"],
  ])("%j becomes %j", (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  it("is no longer than requested, and never cut inside a character", () => {
    expect(oneLine("👩‍👧👩‍👧👩‍👧", 2)).toBe("👩‍👧…");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const line = oneLine(text, 20);
        expect([...new Intl.Segmenter().segment(line)].length).toBeLessThanOrEqual(20);
        expect(line.isWellFormed() && !/\n/.test(line)).toBe(true);
      }),
    );
  });
});

describe("plainLines", () => {
  it("keeps lines and indentation, and drops what cannot be seen", () => {
    expect(plainLines("\u0000a  \r\n\tb\u200b\r\n\r\nc\n\n")).toBe("a\n\tb\n\nc");
  });
});
