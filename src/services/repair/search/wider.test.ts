import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { suspect } from "../localize/suspicion.ts";
import { operators } from "../operators/list.ts";
import { propose } from "../propose/propose.ts";
import { isEntangled } from "./pairs.ts";
import { widerCandidates } from "./wider.ts";

const names = Array.from({ length: 60 }, (_, at) => `n${at}`).join(", ");
const code = `def f(${names}):\n    x = n0 - n1\n    return g([n2], x)\n`;
const target = makeTarget({ "m.py": code }, { "test_m.py": "from m import f\n" });
const options = { operators, suspicion: suspect(target) };
const keys = (patches: Iterable<{ edits: readonly unknown[] }>) =>
  [...patches].map(({ edits }) => JSON.stringify(edits));

describe("wider candidates", () => {
  it("exclude the usual ones, in the same order every time", () => {
    const usual = new Set(keys(propose(target, options)));
    const wider = keys(widerCandidates(target, options));
    expect(wider.length).toBeGreaterThan(0);
    expect(wider.filter((key) => usual.has(key))).toEqual([]);
    expect(keys(widerCandidates(target, options))).toEqual(wider);
  });

  it("start with what operators omitted and end with pairs, which carry a doubt", () => {
    const wider = [...widerCandidates(target, options)];
    const firstPair = wider.findIndex(({ operator }) => operator === "two-edits");
    expect(firstPair).toBeGreaterThan(0);
    expect(wider.slice(firstPair).every(({ doubt }) => doubt !== undefined)).toBe(true);
    expect(wider.slice(0, firstPair).every(({ doubt }) => doubt === undefined)).toBe(true);
  });

  it("end with all pairs of the 100 cheapest, the lower the combined rank the earlier", () => {
    const usual = [...propose(target, options)].slice(0, 100);
    expect(usual).toHaveLength(100);
    const ranks = usual.flatMap((first, low) =>
      usual.flatMap((second, high) => (low < high && !isEntangled(first, second) ? [[low, high]] : [])),
    );
    const wanted = ranks.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a + b - (c + d) || a - c);
    expect(wanted.length).toBeGreaterThan(100);
    const pairs = [...widerCandidates(target, options)].filter(({ operator }) => operator === "two-edits");
    expect(keys(pairs)).toEqual(
      wanted.map(([low = 0, high = 0]) =>
        JSON.stringify([...(usual[low]?.edits ?? []), ...(usual[high]?.edits ?? [])]),
      ),
    );
  });

  it("never combine two candidates that touch the same place", () => {
    const single = makeTarget({ "m.py": "def f(a):\n    return a\n" }, {});
    const wider = widerCandidates(single, { operators, suspicion: suspect(single) });
    for (const { edits } of wider)
      for (const [at, edit] of edits.entries())
        for (const other of edits.slice(at + 1))
          expect(edit.start <= other.end && other.start <= edit.end).toBe(false);
  });
});
