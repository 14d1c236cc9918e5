import fc from "fast-check";
import { expect, it } from "vitest";
import { lineIndexAt, lineStarts } from "./line-starts.ts";

it("finds the line of every offset, also at line ends and at the end of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r") }), (text) => {
      const starts = lineStarts(text);
      expect(starts).toHaveLength(text.split("\n").length);
      for (let offset = 0; offset <= text.length; offset += 1)
        expect(lineIndexAt(starts, offset)).toBe(text.slice(0, offset).split("\n").length - 1);
    }),
  );
});
