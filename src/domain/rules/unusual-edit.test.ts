import { expect, it } from "vitest";
import type { SearchEvidence } from "../entities/evidence.ts";
import { whyUnusual } from "./unusual-edit.ts";

const search = (cost: number): SearchEvidence => ({ cost, before: 3, passing: 1, tests: 2, pinning: null });

it.each([
  [1.2, false],
  [1.99, false],
  [2, true],
  [3.9, true],
])("an edit that costs %d is asked about: %s", (cost, isAsked) => {
  expect(whyUnusual(search(cost)) !== null).toBe(isAsked);
});

it("gives no reason for a change that the search did not make", () => {
  expect(whyUnusual(null)).toBeNull();
});
