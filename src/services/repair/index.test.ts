import { describe, expect, it, vi } from "vitest";
import { makeTarget } from "../../../test/support/repair/target.ts";
import type { RepairTarget } from "../../domain/ports/repair.ts";
import { createSearchBrain, locate } from "./index.ts";
import { operators } from "./operators/list.ts";
import { applyEdits } from "./propose/apply.ts";

const brain = createSearchBrain();

describe("propose", () => {
  const cases: readonly [string, string, string, string, string][] = [
    [
      "calc.py",
      "def add(a, b):\n    return a - b\n",
      "return a + b",
      "test_calc.py",
      "from calc import add\n",
    ],
    [
      "src/calc.js",
      "export function add(a, b) {\n  return a - b;\n}\n",
      "a + b",
      "test/calc.test.js",
      'import { add } from "../src/calc.js";\n',
    ],
    [
      "src/max.ts",
      "export const top = (xs: number[]) => Math.min(...xs);\n",
      "Math.max",
      "src/max.test.ts",
      'import { top } from "./max.js";\n',
    ],
    [
      "page.py",
      "def last(xs):\n    return xs[len(xs)]\n",
      "xs[len(xs) - 1]",
      "test_page.py",
      "import page\n",
    ],
  ];
  it.each(cases)("offers the fix for %s early", async (path, text, fixed, testPath, test) => {
    const found = await first(30, makeTarget({ [path]: text }, { [testPath]: test }));
    expect(found.some((each) => each.includes(fixed))).toBe(true);
  });

  it("starts with recently changed code and gives that as the reason", async () => {
    const code = "def a(x):\n    return x - 1\n\n\ndef b(x):\n    return x - 2\n";
    const target = {
      ...makeTarget({ "m.py": code }, { "test_m.py": "from m import a, b\n" }),
      recent: [{ "m.py": [{ start: 6, before: [], after: ["x"] }] }],
    };
    expect((await first(1, target))[0]).toContain("return x - 1");
    expect(locate(target)).toMatchObject([
      { line: 6, why: "changed recently, imported by a failing test" },
      { line: 1, why: "imported by a failing test" },
    ]);
  });

  it("starts with the file that the failing test imports, then the one that file imports", async () => {
    const target = makeTarget(
      { "a.py": "def a():\n    return 1\n", "b.py": "import c\n", "c.py": "def c():\n    return 2\n" },
      { "test_b.py": "from b import x\n" },
    );
    const paths: string[] = [];
    for await (const patch of brain.propose(target, new AbortController().signal))
      paths.push(patch.edits[0]?.path ?? "");
    expect(paths[0]).toBe("c.py");
    expect(paths.indexOf("a.py")).toBeGreaterThan(paths.indexOf("c.py"));
  });

  it("proposes the same well-formed patches for the same target, without duplicates", async () => {
    const target = makeTarget(
      { "m.py": "def f(a, b):\n    if a < b:\n        return a\n    return b\n" },
      { "test_m.py": "import m" },
    );
    const once = await first(500, target);
    expect(await first(500, target)).toEqual(once);
    expect(new Set(once).size).toBe(once.length);
  });

  it("continues when an operator crashes, and says so once in the report", async () => {
    const [operator] = operators.filter(({ meta }) => meta.kinds.includes("binary"));
    if (operator === undefined) throw new Error("some operator changes arithmetic");
    const crashing = vi.spyOn(operator, "propose").mockImplementation(() => {
      throw new Error("no such child");
    });
    const target = makeTarget({ "m.py": "def f(a):\n    return a - 1\n" }, { "test_m.py": "import m\n" });
    const own = createSearchBrain();
    const found: string[] = [];
    for await (const patch of own.propose(target, new AbortController().signal)) found.push(patch.operator);
    crashing.mockRestore();
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain(operator.meta.id);
    expect(own.account?.()).toEqual([
      expect.stringMatching(`^operator ${operator.meta.id} crashed at \\d+ places?, first at m\\.py:\\d `),
    ]);
    expect(own.account?.()).toEqual([]);
  });

  it("stops when aborted", async () => {
    const target = makeTarget({ "m.py": "x = 1 + 2\n" }, { "test_m.py": "import m" });
    const controller = new AbortController();
    let count = 0;
    for await (const _ of brain.propose(target, controller.signal)) {
      count += 1;
      controller.abort();
    }
    expect(count).toBe(1);
  });
});

async function first(count: number, target: RepairTarget): Promise<string[]> {
  const texts = new Map(target.sources.map((each) => [each.path, each.text]));
  const found: string[] = [];
  for await (const patch of brain.propose(target, new AbortController().signal)) {
    found.push([...applyEdits(patch.edits, texts).values()].join("\n"));
    if (found.length === count) break;
  }
  return found;
}
