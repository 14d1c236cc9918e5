import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime } from "./iso-time.ts";

describe("isoTime", () => {
  it("agrees with Date for every day of four centuries and any moment", () => {
    for (let day = 0; day < 146_097; day += 1)
      expect(isoTime(day * 86_400_000)).toBe(new Date(day * 86_400_000).toISOString());
    const latest = Date.UTC(9999, 11, 31);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: latest }), (time) => {
        expect(isoTime(time)).toBe(new Date(time).toISOString());
      }),
    );
  });
});
