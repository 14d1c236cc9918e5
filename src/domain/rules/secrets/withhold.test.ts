import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createRedactor } from "./redactor.ts";
import { restore, withhold } from "./withhold.ts";

const tag = (value: string) => hash("sha256", value).slice(0, 6);
const token = (seed: number) => `ghp_${hash("sha256", String(seed)).slice(0, 36)}`;

it("restores exactly what it removed, regardless of the surrounding text", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.nat(3).map(token),
    fc.nat(3).map((seed) => `password = "${tag(String(seed))}!x"`),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (before, after) => {
      const redactor = createRedactor({ values: [], tag });
      const original = [...before, token(0), token(1), token(2), token(3)].join("\n");
      const originals = new Map([["a.js", original]]);
      const text = after.join("\n");
      const kept = withhold(text, originals, redactor);
      for (const seed of [0, 1, 2, 3]) expect(kept.text).not.toContain(token(seed));
      if (kept.added.length === 0) expect(restore(kept.text, kept.withheld, originals)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

it("also removes a weak password from a diff if only the original identifies it", () => {
  const redactor = createRedactor({ values: [], tag });
  const originals = new Map([["a.yaml", "password: hunter2\n"]]);
  const { text, withheld } = withhold("@@\n+user logs in with hunter2\n", originals, redactor);
  expect(text).not.toContain("hunter2");
  expect(restore(text, withheld, originals)).toContain("with hunter2\n");
});

it("names secrets that are not in any original", () => {
  const redactor = createRedactor({ values: [], tag });
  expect(withhold(`x = "${token(9)}"`, new Map([["a.js", "x = 1"]]), redactor).added).toEqual([
    "github-token",
  ]);
});
