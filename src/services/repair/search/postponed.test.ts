import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import type { Answer, Verdict } from "../validate/worker.ts";
import type { Batch } from "./batch.ts";
import { createPostponed, type Postponed, type PostponedCandidates } from "./postponed.ts";

const first: Batch = { patches: [], depth: 0, cold: false };
const again: Batch = { patches: [], depth: 1, cold: false };
const answer = (verdict: Verdict, more: Partial<Answer> = {}): Answer => ({
  verdict,
  fixed: 0,
  further: false,
  ...more,
});
const at = (order: number, cost = 2) => ({ patch: makePatch(order, cost), order });

function all(postponed: PostponedCandidates): readonly Postponed[] {
  const found: Postponed[] = [];
  for (;;) {
    const taken = postponed.take(
      () => true,
      () => 10_000,
    );
    if (taken.length === 0) return found;
    found.push(...taken);
  }
}

function considered(answers: readonly [Batch, Answer][], isDear = false) {
  const postponed = createPostponed(isDear);
  for (const [order, [batch, each]] of answers.entries()) postponed.consider(batch, at(order), each);
  return all(postponed).map(({ depth, cold, due, promising }) => ({ depth, cold, due, promising }));
}

describe("consider", () => {
  it.each<[string, Batch, Answer, boolean, Omit<Postponed, "patch" | "order"> | undefined]>([
    ["drops a candidate that failed", first, answer("failed"), false, undefined],
    ["drops a candidate that passed", first, answer("plausible"), false, undefined],
    [
      "delays a candidate that ran out of ticks until candidates cost 1 more",
      first,
      answer("out_of_ticks"),
      false,
      { depth: 1, cold: false, due: 3, promising: false },
    ],
    [
      "delays it twice as long the second time",
      again,
      answer("out_of_ticks"),
      false,
      { depth: 2, cold: false, due: 4, promising: false },
    ],
    [
      "immediately retries one that fixed a target",
      first,
      answer("out_of_ticks", { fixed: 1 }),
      false,
      { depth: 1, cold: false, due: 2, promising: true },
    ],
    [
      "immediately retries one that got further",
      first,
      answer("out_of_ticks", { further: true }),
      false,
      { depth: 1, cold: false, due: 2, promising: true },
    ],
    ["gives up after the third try", { ...again, depth: 2 }, answer("out_of_ticks"), false, undefined],
    [
      "remembers that modules have to be reloaded",
      { ...first, cold: true },
      answer("out_of_ticks"),
      false,
      { depth: 1, cold: true, due: 3, promising: false },
    ],
    [
      "reloads modules soon if nothing else can decide",
      first,
      answer("cold"),
      false,
      { depth: 0, cold: true, due: 2.2, promising: false },
    ],
    [
      "reloads modules later for a candidate that already failed",
      first,
      answer("cold_too"),
      false,
      { depth: 0, cold: true, due: 3, promising: false },
    ],
    [
      "reloads modules later if every request is slow",
      first,
      answer("cold"),
      true,
      { depth: 0, cold: true, due: 3, promising: false },
    ],
  ])("%s", (_, batch, each, isDear, wanted) => {
    expect(considered([[batch, each]], isDear)).toEqual(wanted === undefined ? [] : [wanted]);
  });

  it("gives the full tick budget to at most 24 candidates without progress, and to every candidate with progress", () => {
    const silent = Array.from({ length: 30 }, (): [Batch, Answer] => [again, answer("out_of_ticks")]);
    const promising = silent.map(([batch]): [Batch, Answer] => [batch, answer("out_of_ticks", { fixed: 1 })]);
    expect(considered(silent)).toHaveLength(24);
    expect(considered([...silent, ...promising])).toHaveLength(54);
  });

  it("reloads modules for at most 1200 candidates", () => {
    const many = Array.from({ length: 1300 }, (): [Batch, Answer] => [first, answer("cold")]);
    expect(considered(many)).toHaveLength(1200);
  });
});

describe("take", () => {
  it("takes candidates that need the same kind of retry together, up to the size, in order", () => {
    const postponed = createPostponed(false);
    postponed.consider(first, at(0), answer("out_of_ticks"));
    postponed.consider({ ...first, cold: true }, at(5), answer("out_of_ticks"));
    postponed.consider(first, at(1), answer("cold"));
    postponed.consider(again, at(2), answer("out_of_ticks"));
    postponed.consider(first, at(3), answer("out_of_ticks"));
    postponed.consider(first, at(4), answer("out_of_ticks"));
    const taken = () =>
      postponed
        .take(
          () => true,
          () => 2,
        )
        .map((each) => each.order);
    expect(taken()).toEqual([0, 3]);
    expect(taken()).toEqual([5]);
    expect(taken()).toEqual([1]);
    expect(taken()).toEqual([2]);
    expect(taken()).toEqual([4]);
    expect(taken()).toEqual([]);
  });

  it("leaves candidates that are not due", () => {
    const postponed = createPostponed(false);
    postponed.consider(first, at(0, 2), answer("out_of_ticks"));
    postponed.consider(first, at(1, 1), answer("out_of_ticks"));
    const due = postponed.take(
      (each) => each.due <= 2,
      () => 10,
    );
    expect(due.map((each) => each.order)).toEqual([1]);
    expect(all(postponed).map((each) => each.order)).toEqual([0]);
  });
});
