import { afterEach, describe, expect, it } from "vitest";
import { newConfirmation } from "./confirmation.ts";

const ownZone = process.env.TZ;

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

const HERE = [
  "UTC",
  "Asia/Tokyo",
  "America/Los_Angeles",
  "Pacific/Auckland",
  "Asia/Kolkata",
  "America/Sao_Paulo",
];

describe("newConfirmation", () => {
  it.each(HERE)("has a different local time than a machine in %s", (zone) => {
    process.env.TZ = zone;
    const here = new Date().getHours();
    const zones = Array.from({ length: 100 }, () => newConfirmation().identity.timeZone);
    expect(new Set(zones).size).toBeGreaterThan(1);
    for (const each of new Set(zones)) {
      process.env.TZ = each;
      expect(new Date().getHours()).not.toBe(here);
    }
  });
});
