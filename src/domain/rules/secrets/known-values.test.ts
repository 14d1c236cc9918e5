import fc from "fast-check";
import { expect, test } from "vitest";
import { createKnownValues } from "./known-values.ts";

/** Few letters, so that values overlap, repeat and start inside each other. */
const word = (least: number, most: number) =>
  fc
    .array(fc.constantFrom("a", "b", "-"), { minLength: least, maxLength: most })
    .map((letters) => letters.join(""));

test("finds the same matches as a naive search, at every distance from the start", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word(8, 12), { minLength: 1, maxLength: 4 }),
      fc.array(fc.oneof(word(0, 9), fc.integer({ min: 0, max: 3 })), { maxLength: 8 }),
      (values, parts) => {
        const known = createKnownValues();
        for (const value of values) known.add(value, "environment");
        const text = parts.map((part) => (typeof part === "string" ? part : (values[part] ?? ""))).join("");
        const found = known.find(text).map(({ start, end }) => text.slice(start, end));
        expect(found).toEqual(atEveryPlace(text, values));
      },
    ),
    { numRuns: 3000 },
  );
});

function atEveryPlace(text: string, values: readonly string[]): string[] {
  const found: string[] = [];
  const longestFirst = values.toSorted((a, b) => b.length - a.length);
  for (let at = 0; at < text.length; at += 1) {
    const value = longestFirst.find((each) => text.startsWith(each, at));
    if (value === undefined) continue;
    found.push(value);
    at += value.length - 1;
  }
  return found;
}
