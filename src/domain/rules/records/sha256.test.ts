import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "./sha256.ts";

describe("sha256", () => {
  it("agrees with node:crypto for every length around a block", () => {
    for (let length = 0; length < 200; length += 1) {
      const text = "a".repeat(length);
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }
  });

  it("agrees with node:crypto for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 500 }), (text) => {
        expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
      }),
    );
  });
});
