import fc from "fast-check";
import { expect, it } from "vitest";
import { createNeedles } from "./needles.ts";

it("finds what String.includes finds, even if needles overlap or share a start", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "-", "ü", "\u{1f511}"), maxLength: 40 });
  const needle = letters.map((text) => `${text.slice(0, 4)}ab`);
  fc.assert(
    fc.property(fc.array(needle, { maxLength: 12 }), letters, (needles, text) => {
      const present = createNeedles(needles)(text);
      expect([...present].sort()).toEqual([...new Set(needles)].filter((each) => text.includes(each)).sort());
    }),
  );
});
