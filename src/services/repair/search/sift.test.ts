import { describe, expect, it } from "vitest";
import { changeOf, testsOf } from "../../../../test/support/doubts/changes.ts";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import { searchRules } from "../doubts/list.ts";
import { findDoubts, sentences } from "../doubts/read.ts";
import { sift } from "./sift.ts";

const code = "def f(x):\n    return x - 1\n";
const target = makeTarget(
  { "m.py": code },
  { "test_m.py": "from m import f\n\n\ndef test_f():\n    assert f(1) == 2\n    assert f(5) == 6\n" },
);

function writing(text: string): Patch {
  const start = code.indexOf("x - 1");
  return makePatch(1, 1, { edits: [{ path: "m.py", start, end: start + 5, text }] });
}

describe("sift", () => {
  it("checks a candidate by the rules that distinguish a cheat from a small edit", () => {
    expect(searchRules.map((rule) => rule.meta.id)).toEqual([
      "answers-with-constant",
      "no-longer-calls-itself",
      "compares-with-itself",
      "forgets-items",
      "idle-helper",
      "guesses-test-value",
      "loosens-comparison",
      "special-cases-test-input",
      "swallows-errors",
    ]);
  });

  const raised = searchRules.flatMap((rule) =>
    rule.meta.examples.raises.flatMap((example, index) =>
      example.before === null ? [] : [[rule.meta.id, index, rule, example, example.before] as const],
    ),
  );
  it.each(raised)(
    "separates a candidate that %s doubts, as in its example %i",
    (...[, , rule, example, before]) => {
      const edits = [{ path: example.path, start: 0, end: before.length, text: example.after }];
      const plausible = [{ patch: makePatch(0, 1, { edits }), order: 0 }];
      const tests = Object.fromEntries(testsOf(example).map(({ path, text }) => [path, text]));
      const { trusted, distrusted } = sift(plausible, makeTarget({ [example.path]: before }, tests));
      expect(trusted).toEqual([]);
      const own = sentences(findDoubts(changeOf(example), searchRules));
      expect(distrusted.map(({ why }) => why)).toEqual(own.slice(0, 1));
      expect(sentences(findDoubts(changeOf(example), [rule]))).not.toEqual([]);
    },
  );

  it("trusts a patch that does the work and separates one that returns a constant, with the reason", () => {
    const [honest, constant] = [writing("x + 1"), writing("2")];
    const { trusted, distrusted } = sift(
      [honest, constant].map((patch, order) => ({ patch, order })),
      target,
    );
    expect(trusted.map((each) => each.patch)).toEqual([honest]);
    expect(distrusted).toEqual([{ patch: constant, why: expect.stringMatching(/\w/) }]);
  });

  it("separates a patch that empties a list before each addition", () => {
    const before =
      "def f(xs):\n    found = []\n    for x in xs:\n        found.append(x)\n    return found\n";
    const at = before.indexOf("found.append");
    const edits = [{ path: "m.py", start: at, end: at, text: "found = []\n        " }];
    const patch = { ...makePatch(0, 1), edits };
    const { trusted, distrusted } = sift([{ patch, order: 0 }], makeTarget({ "m.py": before }, {}));
    expect(trusted).toEqual([]);
    expect(distrusted[0]?.why).toContain("empties found");
  });

  it("separates a branch for one of the tests' inputs", () => {
    const branch = writing("6 if x == 5 else x - 1");
    const { trusted, distrusted } = sift([{ patch: branch, order: 0 }], target);
    expect(trusted).toEqual([]);
    expect(distrusted[0]?.why).toContain("compares x with 5");
  });
});
