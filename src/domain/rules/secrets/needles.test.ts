import fc from "fast-check";
import { expect, it } from "vitest";
import { createNeedles } from "./needles.ts";

it("finds every place that String.indexOf finds, even if needles overlap or share a start", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "-", "ü", "\u{1f511}"), maxLength: 40 });
  const needle = letters.map((text) => `${text.slice(0, 4)}ab`).filter((text) => text.length > 2);
  fc.assert(
    fc.property(fc.array(needle, { maxLength: 12 }), letters, (needles, text) => {
      const expected = [...new Set(needles)].map((each) => [each, placesOf(each, text)] as const);
      const found = createNeedles(needles)(text);
      expect(new Map(found)).toEqual(new Map(expected.filter(([, places]) => places.length > 0)));
    }),
  );
});

it("refuses a needle that is too short to be found", () => {
  expect(() => createNeedles(["ab"])("abc")).toThrow(RangeError);
});

function placesOf(needle: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) places.push(at);
  return places;
}
