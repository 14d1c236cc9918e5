import { expect, it } from "vitest";
import type { SearchEvidence } from "../../entities/evidence.ts";
import { whyUnusual } from "./unusual-edit.ts";

const search = (
  cost: number,
  pinning: SearchEvidence["pinning"] = null,
  alike: number | null = null,
): SearchEvidence => ({
  ...{ place: 0, cost, before: 3, alike, passing: 1, tests: 2 },
  pinning,
});
const mutants = (killed: number, survived: number, unknown: number) => ({
  ...{ killed, survived, unknown, equal: 0 },
  ...{ killed_near: killed, survived_near: survived, survivors: [] },
});

it.each([
  [1.2, false],
  [1.99, false],
  [2, true],
  [3.9, true],
])("an edit that costs %d is asked about: %s", (cost, isAsked) => {
  expect(whyUnusual(search(cost), ["search"]) !== null).toBe(isAsked);
});

it.each([
  ["the tests notice all of many small changes", false, mutants(20, 0, 0)],
  ["the tests miss one", true, mutants(99, 1, 0)],
  ["one has no result", true, mutants(99, 0, 1)],
  ["there are few small changes", true, mutants(19, 0, 0)],
])("if %s, an unusual edit is asked about: %s", (_, isAsked, pinning) => {
  expect(whyUnusual(search(3, pinning), ["search"]) !== null).toBe(isAsked);
});

it.each([
  ["one of few of its kind", 29, false, null],
  ["one of more", 30, true, null],
  ["one of more, but fully tested", 99, false, mutants(20, 0, 0)],
  ["one of many, although fully tested", 100, true, mutants(99, 0, 0)],
])("an unusual edit that is %s (%d) is asked about: %s", (_, alike, isAsked, pinning) => {
  expect(whyUnusual(search(3, pinning, alike), ["search"]) !== null).toBe(isAsked);
});

it.each([
  [1, true],
  [2, false],
])("an unusual edit of a rare kind that %d tests run is asked about: %s", (tests, isAsked) => {
  const few = { ...search(3, mutants(20, 0, 0), 1), tests };
  expect(whyUnusual(few, ["search"]) !== null).toBe(isAsked);
});

it.each([
  [3.4, false],
  [3.5, true],
])("an unusual edit of a rare kind that costs %d is asked about: %s", (cost, isAsked) => {
  expect(whyUnusual(search(cost, mutants(20, 0, 0), 1), ["search"]) !== null).toBe(isAsked);
});

it.each([
  [1, false],
  [2, true],
])(
  "an unusual edit of a rare kind is asked about if the tests miss %d small changes: %s",
  (missed, isAsked) => {
    expect(whyUnusual(search(3, mutants(98, missed, 0), 1), ["search"]) !== null).toBe(isAsked);
  },
);

it.each([
  [1, false],
  [2, true],
  [null, false],
])("an unusual edit is asked about if %d functions are more suspicious: %s", (place, isAsked) => {
  const rare = { ...search(3, mutants(20, 0, 0), 1), place };
  const pinned = { ...search(3, mutants(99, 0, 0), 40), place };
  expect([rare, pinned].map((each) => whyUnusual(each, ["search"]) !== null)).toEqual([isAsked, isAsked]);
});

it("asks if search made the change and measured nothing, and says nothing about changes of others", () => {
  expect(whyUnusual(null, ["search"])).toContain("did not measure");
  expect(whyUnusual(null, ["llm"])).toBeNull();
  expect(whyUnusual(null, ["search", "a person"])).toBeNull();
});
