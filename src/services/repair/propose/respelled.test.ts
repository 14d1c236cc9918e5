import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { COSTS } from "../costs.ts";
import type { Complaint } from "../localize/complaints.ts";
import { suspect } from "../localize/suspicion.ts";
import { operators } from "../operators/list.ts";
import { propose } from "./propose.ts";
import { respelled } from "./respelled.ts";

type Files = Readonly<Record<string, string>>;

function first(
  sources: Files,
  at: string,
  type: string,
  message: string,
  tests: Files = { "test_m.py": "" },
) {
  const target = makeTarget(sources, tests, at, { type, message });
  const [patch] = propose(target, { operators, suspicion: suspect(target) });
  return patch?.description;
}

describe("the first candidate", () => {
  it.each<[string, Files, string, string, string, string]>([
    [
      "a field of the class",
      { "m.py": "class A:\n    def f(self):\n        self.entries = []\n        return len(self.entires)\n" },
      "m.py:4",
      "AttributeError",
      "'A' object has no attribute 'entires'",
      "m.py:4: return len(self.entires) → return len(self.entries)",
    ],
    [
      "a variable",
      { "m.js": "export function f(factor) {\n  return 2 * facter;\n}\n" },
      "m.js:2",
      "ReferenceError",
      "facter is not defined",
      "m.js:2: return 2 * facter; → return 2 * factor;",
    ],
    [
      "a key of the file",
      { "m.py": 'S = {"width": 1}\ndef f():\n    return S["widht"]\n' },
      "m.py:3",
      "KeyError",
      "'widht'",
      'm.py:3: return S["widht"] → return S["width"]',
    ],
    [
      "a parameter of another file",
      { "a.py": "from b import pad\nx = pad(1, fil=2)\n", "b.py": "def pad(a, fill):\n    return a\n" },
      "a.py:2",
      "TypeError",
      "pad() got an unexpected keyword argument 'fil'",
      "a.py:2: x = pad(1, fil=2) → x = pad(1, fill=2)",
    ],
    [
      "a name of the library, on an import line",
      { "m.py": "from collections import OrderdDict\n" },
      "m.py:1",
      "ImportError",
      "cannot import name 'OrderdDict' from 'collections' (x)",
      "m.py:1: from collections import OrderdDict → from collections import OrderedDict",
    ],
    [
      "an export of the imported module",
      {
        "a.js": 'import { roundto } from "./b.js";\nroundTo(1);\n',
        "b.js": "export const roundTo = (n) => n;\n",
      },
      "a.js:1",
      "SyntaxError",
      "The requested module './b.js' does not provide an export named 'roundto'",
      'a.js:1: import { roundto } from "./b.js"; → import { roundTo } from "./b.js";',
    ],
    [
      "a module of the project",
      { "shop/a.py": "from shop.texts import pad\n", "shop/text.py": "def pad(a):\n    return a\n" },
      "shop/a.py:1",
      "ModuleNotFoundError",
      "No module named 'shop.texts'",
      "shop/a.py:1: from shop.texts import pad → from shop.text import pad",
    ],
    [
      "a module that the error names without a line",
      { "src/a.js": 'import { f } from "./number.js";\n', "src/numbers.js": "export const f = 1;\n" },
      "",
      "Error",
      "Cannot find module '/tree/src/number.js' imported from /tree/src/a.js",
      'src/a.js:1: import { f } from "./number.js"; → import { f } from "./numbers.js";',
    ],
    [
      "the name that Python suggests",
      { "m.py": "import re\nx = re.cmpl('a')\n" },
      "m.py:2",
      "AttributeError",
      "module 're' has no attribute 'cmpl'. Did you mean: 'compile'?",
      "m.py:2: x = re.cmpl('a') → x = re.compile('a')",
    ],
  ])("is %s instead of a misspelled one", (_, sources, at, type, message, description) => {
    expect(first(sources, at, type, message)).toContain(description);
  });

  it("renames a definition to the name that all callers use", () => {
    const code = "class A:\n    def __init__(self):\n        self.balence = 0\n\n    def f(self):\n";
    const uses = "        self.balance += 1\n        return self.balance\n";
    expect(
      first({ "m.py": code + uses }, "m.py:6", "AttributeError", "'A' object has no attribute 'balance'"),
    ).toBe("m.py:3: self.balence = 0 → self.balance = 0");
  });

  it("renames a definition to the name that a test imports", () => {
    const tests = { "test_m.py": "from m import cheapest\n" };
    const message = "cannot import name 'cheapest' from 'm' (m.py)";
    expect(
      first({ "m.py": "def chepest(a):\n    return a\n" }, "test_m.py:1", "ImportError", message, tests),
    ).toBe("m.py:1: def chepest(a): → def cheapest(a):");
  });

  it("never spreads the rarer spelling", () => {
    const code = "class A:\n    def f(self):\n        self.entries = []\n        return self.entires\n";
    const error = { type: "AttributeError", message: "'A' object has no attribute 'entires'" };
    const target = makeTarget({ "m.py": code }, { "test_m.py": "" }, "m.py:4", error);
    const found = [...propose(target, { operators: [], suspicion: suspect(target) })];
    expect(found.map(({ description }) => description)).toEqual([
      "m.py:4: return self.entires → return self.entries",
    ]);
  });
});

describe("the cost of a spelling", () => {
  const { prior, perSlip, elsewhere, inTests, commoner, definition, everywhere } = COSTS.respelled;

  /** The changed lines and their costs. `lengthen` is missing in line 1 of m.py. */
  function costs(sources: Files, tests: Files = {}): ReadonlyMap<string, number> {
    const missing: Complaint = {
      kind: "name",
      name: "lengthen",
      hint: null,
      at: { path: "m.py", line: 1 },
      isCertain: true,
      text: "name 'lengthen' is not defined",
    };
    return new Map(
      respelled(makeTarget(sources, tests), [missing]).map(({ description, edits, cost }) => [
        `${edits.length}: ${description.split(": ").at(-1)}`,
        cost,
      ]),
    );
  }

  it.each<[string, Files, Files, string, number]>([
    ["the number of typos", { "m.py": "lengthen\nlengths\n" }, {}, "lengths", 2 * perSlip],
    [
      "a name of another file",
      { "m.py": "lengthen\n", "n.py": "lengthens\n" },
      {},
      "lengthens",
      perSlip + elsewhere,
    ],
    [
      "a name of the tests",
      { "m.py": "lengthen\n" },
      { "test_m.py": "lengthens\n" },
      "lengthens",
      perSlip + inTests,
    ],
    [
      "a name that is rarer than the missing one",
      { "m.py": "lengthen\nlengthens\n", "n.py": "lengthen\n" },
      {},
      "lengthens",
      perSlip + commoner,
    ],
  ])("includes %s", (_, sources, tests, name, wanted) => {
    expect(costs(sources, tests).get(`1: lengthen → ${name}`)).toBeCloseTo(prior + wanted);
  });

  it("is higher for a definition, and for all places of a name", () => {
    const found = costs({ "m.py": "lengthen\nlengthens\nlengthen\n" });
    expect(found.get("1: lengthens → lengthen")).toBeCloseTo(prior + perSlip + definition);
    const all = [...found].find(([name]) => name.startsWith("2: "));
    expect(all?.[1]).toBeCloseTo(prior + perSlip + commoner + everywhere);
  });

  it("limits the names to the 12 most similar ones", () => {
    const letters = [..."abcdfghijklmopq"];
    const far = letters.map((letter) => `length${letter}${letter}`);
    const found = [...costs({ "m.py": `lengthen\n${far.join("\n")}\nlengthens\n` }).keys()];
    expect(found).toHaveLength(12);
    expect(found).toContain("1: lengthen → lengthens");
  });

  it("leaves a name alone that occurs at more than 20 places", () => {
    const places = (count: number) =>
      [...costs({ "m.py": `${"lengthen\n".repeat(count)}lengthens\n` }).keys()].filter((name) =>
        name.startsWith(`${count}: `),
      ).length;
    expect([places(20), places(21)]).toEqual([1, 0]);
  });
});
