import { describe, expect, it } from "vitest";
import { countFailing, isFailing } from "./failing.ts";

describe("isFailing", () => {
  it.each([
    ["failed", true],
    ["error", true],
    ["passed", false],
    ["skipped", false],
    ["expected_failure", false],
  ] as const)("%s: %s", (status, expected) => {
    expect(isFailing({ status })).toBe(expected);
  });
});

it("counts failed tests and errors", () => {
  expect(countFailing({ failed: 2, errors: 1 })).toBe(3);
});
