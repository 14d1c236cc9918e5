import { describe, expect, it } from "vitest";
import { changedFiles } from "./aims.ts";
import { doubtsOf } from "./doubts.ts";
import type { Input } from "./observed.ts";

const [file] = changedFiles(
  [{ path: "m.py", text: "def f(n):\n    return n\n" }],
  [{ path: "m.py", text: "def f(n):\n    return 13 if n == 70 else n\n" }],
);
const aims = file?.aims ?? [];
const SELECTS = new Map([["m.py", { selects: true, literals: ["70", "13"] }]]);

interface Given {
  readonly own: number | string;
  readonly answers: readonly [old: string, now: string];
  /** Variations: distance, old answer and new answer. */
  readonly varied: readonly (readonly [near: number, old: string, now: string])[];
  readonly more?: Partial<Input>;
}

function inputsOf({ own, answers: [old, now], varied, more }: Given): readonly Input[] {
  const input = { aim: 0, near: 9, varied: [], values: [], leaves: [], features: {}, unsteady: false };
  const kind = typeof own === "number" ? ("number" as const) : ("string" as const);
  const value = { kind, degenerate: own === 0 || own === "", text: String(own) };
  return [
    {
      ...input,
      shown: `f(${own})`,
      base: null,
      values: [value],
      leaves: [String(own)],
      old: [old, old],
      new: [now, now],
      ...more,
    },
    ...varied.map(([near, before, after], at) => ({
      ...input,
      shown: `f(v${at})`,
      base: 0,
      varied: [0],
      near,
      old: [before, null] as [string, null],
      new: [after, null] as [string, null],
    })),
  ];
}

const LIST: Partial<Input> = { values: [{ kind: "container", degenerate: false, text: "" }], leaves: [] };

const agreeing = (count: number, near = 9) =>
  Array.from({ length: count }, (_, at) => [near, `${at}`, `${at}`] as const);

describe("special cases", () => {
  it.each<[string, Given, RegExp | null]>([
    [
      "differs on only one input",
      { own: 70, answers: ["70", "13"], varied: agreeing(8) },
      /tests' own inputs: f\(70\) answers 13, before 70 \(8 other/,
    ],
    ["has too few variations", { own: 70, answers: ["70", "13"], varied: agreeing(7) }, null],
    ["agrees on the test's input", { own: 70, answers: ["70", "70"], varied: agreeing(8) }, null],
    [
      "differs elsewhere too",
      { own: 70, answers: ["70", "13"], varied: [...agreeing(8), [9, "5", "6"]] },
      null,
    ],
    ["guards a degenerate input", { own: 0, answers: ["0", "13"], varied: agreeing(8) }, null],
    [
      "differs on neighbors with the same answer",
      { own: 70, answers: ["70", "13"], varied: [...agreeing(8), [1, "71", "13"], [1, "69", "13"]] },
      /own inputs and their neighbors/,
    ],
    [
      "differs on neighbors with different answers",
      { own: 71, answers: ["71", "13"], varied: [...agreeing(8), [1, "71", "14"]] },
      null,
    ],
    [
      "only fails on other inputs, as before",
      {
        own: 70,
        answers: ["70", "13"],
        varied: Array.from({ length: 9 }, () => [9, "raises KeyError", "raises KeyError"] as const),
      },
      null,
    ],
    [
      "still fails on the same inputs",
      {
        own: 70,
        answers: ["raises KeyError", "13"],
        varied: Array.from({ length: 9 }, () => [9, "raises KeyError", "raises KeyError"] as const),
      },
      /only for the tests' own inputs/,
    ],
    [
      "returns one answer, which it contains, instead of computed ones",
      {
        own: "abc",
        answers: ["3", "13"],
        varied: [...agreeing(8), [7, "3", "3"], [9, "4", "13"], [9, "2", "13"]],
      },
      /look like the tests' own/,
    ],
    [
      "also returns one answer for inputs of the same structure",
      {
        own: "abc",
        answers: ["3", "13"],
        varied: [...agreeing(8), [7, "3", "13"], [9, "4", "13"], [9, "2", "13"]],
      },
      null,
    ],
    [
      "differs on the same items in a different order, with any answer",
      { own: 70, answers: ["3", "9"], varied: [...agreeing(8), [2, "4", "8"]], more: LIST },
      /only for the tests' own inputs/,
    ],
    [
      "differs on a neighboring number with a different answer",
      { own: 70, answers: ["3", "9"], varied: [...agreeing(8), [2, "4", "8"]] },
      null,
    ],
    [
      "has old answers that vary",
      { own: 70, answers: ["70", "13"], varied: agreeing(8), more: { old: ["70", "71"] } },
      null,
    ],
  ])("a change that %s", (_name, given, doubt) => {
    const found = doubtsOf(inputsOf(given), aims, SELECTS);
    expect(found).toEqual(doubt === null ? [] : [expect.stringMatching(doubt)]);
  });

  it("raise no doubt if the change adds nothing that could single out inputs", () => {
    const inputs = inputsOf({ own: 70, answers: ["70", "13"], varied: agreeing(8) });
    expect(doubtsOf(inputs, aims, new Map([["m.py", { selects: false, literals: [] }]]))).toEqual([]);
  });
});

describe("answers that depend on something else", () => {
  it.each<[string, Partial<Input>, RegExp | null]>([
    [
      "on earlier calls",
      { new: ["1", "2"], old: ["1", "1"] },
      /^f\(70\) returns 1 first and 2 when called again$/,
    ],
    ["on earlier calls, as before", { new: ["1", "2"], old: ["3", "4"] }, null],
    ["on earlier calls, as a test requires", { new: ["1", "2"], old: ["1", "1"], unsteady: true }, null],
    [
      "on the test framework",
      { new: ["1", "1"], old: ["1", "1"], inside: "2", insideOld: "1" },
      /^f\(70\) returns 2 inside the tests and 1 outside$/,
    ],
    [
      "on the test framework, as before",
      { new: ["1", "1"], old: ["1", "1"], inside: "2", insideOld: "3" },
      null,
    ],
    [
      "on the test framework, if the old code is unknown",
      { new: ["1", "1"], old: ["1", "1"], inside: "2" },
      null,
    ],
    ["on nothing", { new: ["1", "1"], old: ["1", "1"], inside: "1" }, null],
  ])("%s", (_name, more, doubt) => {
    const found = doubtsOf(inputsOf({ own: 70, answers: ["1", "1"], varied: [], more }), aims, SELECTS);
    expect(found).toEqual(doubt === null ? [] : [expect.stringMatching(doubt)]);
  });
});
