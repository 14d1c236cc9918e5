import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { Patch, TextEdit } from "../../../domain/entities/patch.ts";
import type { RepairTarget, Search } from "../../../domain/ports/repair.ts";
import { applyEdits } from "../propose/apply.ts";
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
async function onward(first: Outcome, later: Partial<Record<"from" | "experiment" | "wider", Outcome>> = {}) {
  const phases: string[] = [];
  const phase = async (name: "from" | "experiment" | "wider") => {
    phases.push(name);
    return later[name] ?? outcome();
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

describe("a search that found only pairs of edits", () => {
  const pair = makePatch(0, 5, { operator: "two-edits" });
  const found = outcome({ patches: [pair] });

  it("tries experiments too, and puts a cheaper patch of theirs first, with the pairs as rivals", async () => {
    const guard = makePatch(3, 3);
    const { phases, search } = await onward(found, { experiment: outcome({ patches: [guard] }) });
    expect(phases).toEqual(["experiment"]);
    expect(search).toMatchObject({
      patches: [guard, pair],
      rivals: [{ patch: pair, differs: null }],
      disagree: 1,
      tried: 20,
    });
  });

  it.each<[string, Partial<Searched>]>([
    ["found nothing", {}],
    ["found only a more expensive patch", { patches: [makePatch(3, 6)] }],
  ])("keeps the pairs if experiments %s", async (_, experiment) => {
    const { search } = await onward(found, { experiment: outcome(experiment) });
    expect(search).toMatchObject({ patches: [pair], rivals: [], tried: 20 });
  });

  it("tries experiments if the second edit was found from a helpful first one", async () => {
    const helpful = [{ patch: makePatch(0, 2), fixed: 0 }];
    const guard = makePatch(3, 3);
    const { phases, search } = await onward(outcome({}, { helpful }), {
      from: outcome({ patches: [makePatch(2, 2)] }),
      experiment: outcome({ patches: [guard] }),
    });
    expect(phases).toEqual(["from", "experiment"]);
    expect(search).toMatchObject({ patches: [guard, { operator: "two-edits" }], tried: 30 });
  });

  it("tries no experiments if another patch was found too", async () => {
    const { phases } = await onward(outcome({ patches: [pair, makePatch(1, 6)] }));
    expect(phases).toEqual([]);
  });
});

it.each<[string, Outcome]>([
  ["found a patch", outcome({ patches: [makePatch(0, 1)] })],
  ["fixed some of the tests", outcome({ partly: [makePatch(0, 1)] })],
  ["ran out of time", outcome({ complete: false })],
  ["could not use a worker", { search: { status: "cold", why: "no worker" }, helpful: [] }],
])("a search that %s is not continued", async (_, first) => {
  const { phases, search } = await onward(first);
  expect(phases).toEqual([]);
  expect(search).toEqual(first.search);
});

describe("a search from a helpful edit", () => {
  const texts = new Map([
    ["m.py", "one two three four\n"],
    ["n.py", "one two\n"],
  ]);
  const target = makeTarget(Object.fromEntries(texts), {});
  const at = (path: string, start: number, end: number, text: string): TextEdit => ({
    path,
    start,
    end,
    text,
  });
  const patchOf = (...edits: TextEdit[]): Patch => makePatch(0, 1, { edits });
  /** Writes more than it replaces, and less than it replaces, listed from the back. */
  const base = patchOf(at("m.py", 8, 13, "3"), at("m.py", 4, 7, "2222"));
  const BASED = "one 2222 3 four\n";

  async function found(next: Outcome, helpful = [{ patch: base, fixed: 0 }]) {
    const aims: RepairTarget[] = [];
    const search = await searchOnward(outcome({}, { helpful }), target, {
      searchFrom: async (aim) => {
        aims.push(aim);
        return next;
      },
      others: [],
      hasTime: () => true,
    });
    if (search.status === "cold") throw new Error("the search was warm");
    return { aims, search };
  }

  it("sees the code with that edit", async () => {
    const { aims } = await found(outcome());
    expect(aims.map(({ sources }) => sources.map(({ path, text }) => [path, text]))).toEqual([
      [
        ["m.py", BASED],
        ["n.py", "one two\n"],
      ],
    ]);
  });

  it.each<[string, TextEdit, string]>([
    ["before both edits", at("m.py", 0, 3, "1"), "1 2222 3 four\n"],
    ["up to the start of an edit", at("m.py", 0, 4, "1"), "12222 3 four\n"],
    ["between the edits", at("m.py", 8, 9, "-"), "one 2222-3 four\n"],
    ["after both edits", at("m.py", 11, 15, "4"), "one 2222 3 4\n"],
    ["from the end of an edit", at("m.py", 10, 15, ""), "one 2222 3\n"],
    ["in another file", at("n.py", 4, 7, "2"), BASED],
  ])("finds a patch %s, whose two parts apply to the original files", async (_, edit, wanted) => {
    const { search } = await found(outcome({ patches: [patchOf(edit)] }));
    const edits = search.patches[0]?.edits ?? [];
    const changed = new Map([...texts, ...applyEdits(edits, texts)]);
    expect(changed.get("m.py")).toBe(wanted);
    expect(changed.get("n.py")).toBe(edit.path === "n.py" ? "one 2\n" : "one two\n");
    expect(search).toMatchObject({ tried: 20, operators: { variable: 20 } });
  });

  it.each([
    ["starts inside", at("m.py", 6, 9, "")],
    ["ends inside", at("m.py", 2, 5, "")],
    ["replaces", at("m.py", 4, 8, "")],
    ["contains", at("m.py", 3, 9, "")],
  ])("drops a patch and a rival that %s what the first edit wrote", async (_, inside) => {
    const honest = patchOf(at("m.py", 0, 3, "1"));
    const rivals = [inside, at("m.py", 0, 1, "O")].map((edit) => ({ patch: patchOf(edit), differs: "f(1)" }));
    const { search } = await found(outcome({ patches: [patchOf(inside), honest], rivals, disagree: 2 }));
    expect(search.patches.map(({ edits }) => edits)).toEqual([[...base.edits, ...honest.edits]]);
    expect(search.rivals).toMatchObject([
      { patch: { edits: [...base.edits, at("m.py", 0, 1, "O")] }, differs: "f(1)", split: null },
    ]);
    expect(search.disagree).toBe(1);
  });

  it("continues with the next edit if every patch changes what the first one wrote", async () => {
    const helpful = [base, base].map((patch) => ({ patch, fixed: 0 }));
    const { aims, search } = await found(
      outcome({ patches: [patchOf(at("m.py", 4, 8, ""))], rivals: [{ patch: base, differs: null }] }),
      helpful,
    );
    expect(aims).toHaveLength(2);
    expect(search).toMatchObject({ patches: [], rivals: [], tried: 30 });
  });

  it("is tried for three edits that fix no test themselves", async () => {
    const helpful = [1, 0, 0, 0, 0].map((fixed, index) => ({
      patch: patchOf(at("m.py", 0, 3, `${index}`)),
      fixed,
    }));
    const { aims } = await found(outcome(), helpful);
    expect(aims.map(({ sources }) => sources[0]?.text[0])).toEqual(["1", "2", "3"]);
  });

  it("does not count a search without a worker", async () => {
    const cold: Outcome = { search: { status: "cold", why: "no worker" }, helpful: [] };
    const helpful = [base, base].map((patch) => ({ patch, fixed: 0 }));
    const { aims, search } = await found(cold, helpful);
    expect(aims).toHaveLength(2);
    expect(search).toMatchObject({ patches: [], tried: 10 });
  });
});

it("starts no other search when the time is over", async () => {
  const started: string[] = [];
  const start = (name: string) => async () => {
    started.push(name);
    return outcome();
  };
  const helpful = [1, 2].map((at) => ({ patch: makePatch(at, 1), fixed: 0 }));
  for (const most of [0, 1, 3]) {
    started.length = 0;
    const search = await searchOnward(
      outcome({}, { helpful }),
      makeTarget({ "m.py": `${"x".repeat(99)}\n` }, {}),
      {
        searchFrom: start("from"),
        others: [start("experiment"), start("wider")],
        hasTime: () => started.length < most,
      },
    );
    expect(started).toEqual(["from", "from", "experiment"].slice(0, most));
    expect(search).toMatchObject({ complete: false });
  }
});
