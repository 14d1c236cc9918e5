import fc from "fast-check";
import { expect, it } from "vitest";
import { diffSequences, pairSequences } from "./sequence-diff.ts";

const sequence = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 });

it("turns one sequence into the other with the fewest insertions and deletions", () => {
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const hunks = diffSequences(a, b);
      const rebuilt: string[] = [];
      let next = 0;
      for (const hunk of hunks) {
        rebuilt.push(...a.slice(next, hunk.aStart), ...b.slice(hunk.bStart, hunk.bEnd));
        next = hunk.aEnd;
      }
      rebuilt.push(...a.slice(next));
      expect(rebuilt).toEqual(b);
      const cost = hunks.reduce((sum, hunk) => sum + hunk.aEnd - hunk.aStart + hunk.bEnd - hunk.bStart, 0);
      expect(cost).toBe(a.length + b.length - 2 * longestCommon(a, b));
    }),
    { numRuns: 500 },
  );
});

it("pairs equal elements in order", () => {
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const pairs = pairSequences(a, b);
      const used = pairs.filter((index) => index !== -1);
      expect(used).toEqual([...used].sort((x, y) => x - y));
      pairs.forEach((index, position) => {
        if (index !== -1) expect(a[index]).toBe(b[position]);
      });
      expect(used.length).toBe(longestCommon(a, b));
    }),
  );
});

it("gives up minimality, not correctness, for very different texts", () => {
  const a = Array.from({ length: 3000 }, (_, index) => `a${index}`);
  const b = Array.from({ length: 3000 }, (_, index) => `b${index}`);
  expect(diffSequences(["x", ...a], ["x", ...b])).toEqual([{ aStart: 1, aEnd: 3001, bStart: 1, bEnd: 3001 }]);
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [j, right] of b.entries()) {
      next.push(left === right ? (row[j] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
