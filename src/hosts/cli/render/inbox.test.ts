import { expect, test } from "vitest";
import { ageOf, ageText } from "./inbox.ts";

test.each([
  [0, "now"],
  [59, "now"],
  [60, "1 min"],
  [3599, "59 min"],
  [3600, "1 h"],
  [86_399, "23 h"],
  [200_000, "2 d"],
])("%i s is %s", (seconds, text) => {
  expect(ageText(seconds)).toBe(text);
});

test("an age is never negative, even if clocks differ", () => {
  expect(ageOf({ since: "2026-01-02T00:00:00Z" }, Date.parse("2026-01-01T00:00:00Z"))).toBe(0);
  expect(ageOf({ since: "" }, 5)).toBe(0);
});
