import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { Search } from "../../../domain/ports/repair.ts";
import { type Outcome, searchOnward } from "./onward.ts";

type Searched = Extract<Search, { status: "searched" }>;

function outcome(more: Partial<Searched> = {}, others: Partial<Outcome> = {}): Outcome {
  const search: Searched = {
    status: "searched",
    patches: [],
    rivals: [],
    disagree: 0,
    distrusted: [],
    partly: [],
    tried: 10,
    operators: { variable: 10 },
    complete: true,
    ...more,
  };
  return { search, helpful: [], ...others };
}

/** Runs all phases, and says which ones were started. */
async function onward(first: Outcome, later: Partial<Record<"experiment" | "wider", Outcome>> = {}) {
  const phases: string[] = [];
  const phase = async (name: "from" | "experiment" | "wider") => {
    phases.push(name);
    return (name === "from" ? undefined : later[name]) ?? outcome();
  };
  const search = await searchOnward(first, makeTarget({ "m.py": "x = 1\n" }, {}), {
    searchFrom: () => phase("from"),
    others: [() => phase("experiment"), () => phase("wider")],
    hasTime: () => true,
  });
  return { phases, search };
}

describe("a search that found nothing", () => {
  it("continues from helpful edits, then experiments, then widens, and counts everything", async () => {
    const helpful = [{ patch: makePatch(0, 1), fixed: 0 }];
    const { phases, search } = await onward(outcome({}, { helpful }));
    expect(phases).toEqual(["from", "experiment", "wider"]);
    expect(search).toMatchObject({ tried: 40, operators: { variable: 40 } });
  });

  it("keeps candidates that no phase trusts", async () => {
    const distrusted = (at: number) => ({ distrusted: [{ patch: makePatch(at, 1), why: "a constant" }] });
    const { search } = await onward(outcome(distrusted(1)), {
      experiment: outcome(distrusted(2)),
      wider: outcome(distrusted(3)),
    });
    expect(search).toMatchObject({ distrusted: [1, 2, 3].flatMap((at) => distrusted(at).distrusted) });
  });

  it("does not widen if experiments found a patch", async () => {
    const patches = [makePatch(3, 1)];
    const { phases, search } = await onward(outcome(), { experiment: outcome({ patches }) });
    expect(phases).toEqual(["experiment"]);
    expect(search).toMatchObject({ patches, tried: 20 });
  });

  it("widens if experiments are not possible", async () => {
    const cold: Outcome = { search: { status: "cold", why: "no worker" }, helpful: [] };
    expect((await onward(outcome(), { experiment: cold })).phases).toEqual(["experiment", "wider"]);
  });
});

it.each<[string, Outcome]>([
  ["found a patch", outcome({ patches: [makePatch(0, 1)] })],
  ["fixed some of the tests", outcome({ partly: [makePatch(0, 1)] })],
  ["ran out of time", outcome({ complete: false })],
])("a search that %s is not continued", async (_, first) => {
  const { phases, search } = await onward(first);
  expect(phases).toEqual([]);
  expect(search).toEqual(first.search);
});
