import { expect, it } from "vitest";
import type { Answer } from "../validate/worker.ts";
import type { Batch, Ordered } from "./batch.ts";
import { createTriedCandidates } from "./tried-candidates.ts";

const FIRST: Batch = { patches: [], depth: 0, cold: false };

it("prefers a candidate of a rare kind to a slightly cheaper one of which there were many", () => {
  const tried = createTriedCandidates();
  for (let order = 0; order < 200; order += 1) add(tried, candidate("common", 1, order), "failed");
  add(tried, candidate("common", 1, 200), "plausible");
  add(tried, candidate("rare", 1.5, 201), "plausible");
  expect(operatorsOf(tried.best())).toEqual(["rare", "common"]);
});

it("prefers the cheaper of two kinds that were tried equally often, and the earlier of two equal ones", () => {
  const tried = createTriedCandidates();
  add(tried, candidate("dear", 1.5, 0), "plausible");
  add(tried, candidate("cheap", 1, 1), "plausible");
  add(tried, candidate("late", 1, 2), "plausible");
  expect(operatorsOf(tried.best())).toEqual(["cheap", "late", "dear"]);
});

it("takes each slip for a kind of its own", () => {
  const tried = createTriedCandidates();
  for (let order = 0; order < 50; order += 1) add(tried, candidate("language-slip", 1, order), "failed");
  add(tried, candidate("cheap", 1, 50), "plausible");
  add(tried, candidate("cheap", 1, 51), "failed");
  add(tried, candidate("language-slip", 0.9, 52), "plausible");
  expect(operatorsOf(tried.best())).toEqual(["language-slip", "cheap"]);
});

it("shows a candidate that fixes its share only if none fixes all", () => {
  const tried = createTriedCandidates();
  add(tried, candidate("share", 1, 0), "share");
  expect(operatorsOf(tried.best())).toEqual(["share"]);
  add(tried, candidate("whole", 3, 1), "plausible");
  expect(operatorsOf(tried.best())).toEqual(["whole"]);
});

it("counts first attempts by operator, but neither later ones nor those tried in a new process", () => {
  const tried = createTriedCandidates();
  add(tried, candidate("name", 1, 0), "failed");
  add(tried, candidate("name", 1, 1), "failed", { ...FIRST, depth: 1 });
  add(tried, candidate("name", 1, 2), "failed", { ...FIRST, cold: true });
  expect(tried).toMatchObject({ tried: 1, operators: { name: 1 } });
});

function add(
  tried: ReturnType<typeof createTriedCandidates>,
  ordered: Ordered,
  verdict: Answer["verdict"],
  batch = FIRST,
): void {
  tried.add(batch, ordered, { verdict, fixed: 0, further: false });
}

function candidate(operator: string, cost: number, order: number): Ordered {
  const edits = [{ path: "a.py", start: 0, end: 1, text: operator }];
  return { patch: { source: "search", operator, description: operator, cost, edits }, order };
}

function operatorsOf(candidates: readonly Ordered[]): string[] {
  return candidates.map(({ patch }) => patch.operator);
}
