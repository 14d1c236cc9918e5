import fc from "fast-check";
import { expect, it } from "vitest";
import { fromYaml, toYaml, wholeDocument } from "./yaml-text.ts";

const WORDS = [
  "null",
  "True",
  "no",
  "a: b",
  "a -",
  "- a",
  "a #b",
  "0x1",
  "1e3",
  "2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00.123Z",
  `0${"1e".repeat(31)}f`,
  `1e${"1".repeat(62)}`,
  `${"1".repeat(64)}`,
  "~",
  "",
];
const text = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string(),
  fc.string({ unit: fc.constantFrom("a", "N", "0", " ", "-", ".", "/", "_", ":", "#", "\n", "'") }),
);
const value = fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
const key = fc.oneof(fc.constantFrom("id", "file_path", "null", "true"), text);

const plainKey = fc.constantFrom("id", "file_path", "a b", "x");

it.each([
  ["only plain keys", plainKey],
  ["any keys", key],
])("writes each field as it would be written in a whole document: %s", (_, keys) => {
  const records = fc.array(fc.dictionary(keys, value));
  const nested = fc.oneof(value, fc.array(value), fc.dictionary(key, value), records);
  fc.assert(
    fc.property(fc.dictionary(keys, nested, { noNullPrototype: true }), (data) => {
      const plain = JSON.parse(JSON.stringify(data));
      expect(toYaml(data)).toBe(wholeDocument(plain));
      expect(fromYaml(toYaml(data))).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});
