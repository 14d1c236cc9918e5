import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../../test/support/repair/target.ts";
import type { Patch } from "../../../../domain/entities/patch.ts";
import { suspect } from "../../localize/suspicion.ts";
import { applyEdits } from "../apply.ts";
import { isExperiment } from "./experiment.ts";
import { createFollowUps } from "./follow-ups.ts";
import { proposeExperiments } from "./propose-experiments.ts";

interface Given {
  readonly path: string;
  readonly code: string;
  readonly test: string;
}

/** The texts of all candidates if failing tests pass with those that `helps` accepts. */
function textsOf({ path, code, test }: Given, helps: (text: string) => boolean) {
  const target = makeTarget({ [path]: code }, { [path.replace(/^\w+/, "test_m")]: test });
  const followUps = createFollowUps();
  const texts: string[] = [];
  const textOf = (patch: Patch) => applyEdits(patch.edits, new Map([[path, code]])).get(path) ?? "";
  const open: Patch[] = [];
  for (const patch of proposeExperiments(target, { suspicion: suspect(target), followUps })) {
    if (patch === null) {
      for (const each of open.splice(0)) followUps.answered(each, helps(textOf(each)) ? 1 : 0);
      continue;
    }
    open.push(patch);
    if (!isExperiment(patch)) texts.push(textOf(patch));
  }
  return texts;
}

const PYTHON = {
  path: "m.py",
  code: "def mean(xs):\n    total = sum(xs)\n    return total / len(xs)\n",
  test: "def t():\n    assert mean([]) == 0\n",
};
const GUARDED =
  "def mean(xs):\n    if not xs:\n        return 0\n    total = sum(xs)\n    return total / len(xs)\n";

describe("experiments", () => {
  it("grow guards if a failing test passes with the exit alone", () => {
    const exit = "def mean(xs):\n    return 0\n    total = sum(xs)\n    return total / len(xs)\n";
    expect(textsOf(PYTHON, (text) => text === exit)).toContain(GUARDED);
    expect(textsOf(PYTHON, () => false)).toEqual([]);
  });

  it("add a guard after those that are there, and only then before them", () => {
    const code =
      "def eta(p):\n    if p.done >= p.total:\n        return 0\n    return p.total * p.seconds / p.done\n";
    const test = "def t():\n    assert eta(Progress(9)) is None\n";
    const texts = textsOf({ path: "m.py", code, test }, (text) => /(?<!:\n {4}) {4}return None/.test(text));
    const guard = "    if p.done == 0:\n        return None\n";
    const after = texts.indexOf(code.replace("    return p.total", `${guard}    return p.total`));
    const before = texts.indexOf(code.replace("    if p.done >", `${guard}    if p.done >`));
    expect(after).toBeGreaterThan(-1);
    expect(before).toBeGreaterThan(after);
  });

  it("keep what a branch with an alternative decides, because it is no guard", () => {
    const code = "function f(p) {\n  if (p.a) return 1;\n  else g(p);\n  return p.n / p.k;\n}\n";
    const test = 'test("t", () => {\n  assert.equal(f({ k: 0 }), null);\n});\n';
    const texts = textsOf({ path: "m.js", code, test }, (text) => text.includes("return null;"));
    const first = texts.find((text) => text.includes("return null;"));
    expect(first).toMatch(/^function f\(p\) \{\n {2}if \(.*\) \{\n {4}return null;\n {2}\}\n {2}if \(p\.a\)/);
  });

  it("raise the error that the test expects", () => {
    const test = 'def t():\n    with pytest.raises(ValueError, match="must be positive"):\n        f(-1)\n';
    const code = "def f(n):\n    return n * 2\n";
    const texts = textsOf({ path: "m.py", code, test }, (text) => text.includes("raise"));
    expect(texts[0]).toBe(
      'def f(n):\n    if n <= 0:\n        raise ValueError("must be positive")\n    return n * 2\n',
    );
  });

  it("compare the sizes of two collections", () => {
    const code =
      "def f(jobs):\n    done = []\n    for job in sorted(jobs):\n        done.append(job)\n    return done\n";
    const test = "def t():\n    with pytest.raises(ValueError):\n        f([1, 1])\n";
    const texts = textsOf({ path: "m.py", code, test }, (text) => text.includes("raise"));
    const guard = 'if len(done) != len(jobs):\n        raise ValueError("invalid done")';
    expect(texts).toContain(code.replace("return done", `${guard}\n    return done`));
  });

  it("join a condition in JavaScript", () => {
    const code = "function ok(p) {\n  return p.age >= 18;\n}\n";
    const test = 'test("t", () => {\n  assert.equal(ok({ age: 20, banned: true }), false);\n});\n';
    const texts = textsOf({ path: "m.js", code, test }, (text) => text.includes("return false;\n}"));
    expect(texts).toContain("function ok(p) {\n  return p.age >= 18 && !p.banned;\n}\n");
    expect(texts.some((text) => text.includes("||"))).toBe(false);
  });

  it("ask about existing checks with another value", () => {
    const code =
      "function way(best, from, to) {\n  if (best.has(from)) g();\n  const path = h(to);\n  return path;\n}\n";
    const test = 'test("t", () => {\n  assert.equal(way(), null);\n});\n';
    const texts = textsOf({ path: "m.js", code, test }, (text) => text.includes("{\n  return null;"));
    expect(texts).toContain(code.replace("{\n", "{\n  if (!best.has(to)) {\n    return null;\n  }\n"));
  });
});
