import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import { COSTS } from "../costs.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import type { Operator } from "../operators/operator.ts";
import { put } from "./edits.ts";
import { propose } from "./propose.ts";
import { LARGEST_FILE } from "./source.ts";

const everywhere: Suspicion = { of: () => 1, most: () => 1, isLinked: () => true, why: () => "" };

/** Replaces every number with `text`. */
function numbers(text: string, cost: number, id = "test"): Operator {
  const meta = { title: "", why: "", kinds: ["number"], most: 9, examples: [], leaves: [] } as const;
  return { meta: { ...meta, id, cost }, propose: (site) => [put(site, text)] };
}

function candidates(code: string, operators: readonly Operator[], suspicion = everywhere): readonly Patch[] {
  return [...propose(makeTarget({ "m.py": code }, { "test_m.py": "" }), { operators, suspicion })];
}

const changes = (patches: readonly Patch[]) => patches.map((each) => each.description.split(": ").at(-1));
const extra = (patch: Patch, of: Operator) => patch.cost - of.meta.cost;

describe("propose", () => {
  const seven = numbers("7", 1);

  it("yields the cheapest first, regardless of the order of operators", () => {
    const found = candidates("a = 1\n", [numbers("8", 2), seven]);
    expect(changes(found)).toEqual(["a = 1 → a = 7", "a = 1 → a = 8"]);
  });

  it("keeps the order of the code among candidates of equal cost", () => {
    expect(changes(candidates("a = 1\nb = 2\n", [seven]))).toEqual(["a = 1 → a = 7", "b = 2 → b = 7"]);
  });

  it("yields the same change only once", () => {
    expect(candidates("a = 1\n", [seven, numbers("7", 2)])).toHaveLength(1);
  });

  it("skips proposals that change nothing", () => {
    expect(candidates("a = 7\n", [seven])).toEqual([]);
  });

  it("tries suspicious lines first, and never those with no suspicion", () => {
    const suspicion = { ...everywhere, of: (_: string, line: number) => [0, 0.2, 0, 0.9][line] ?? 0 };
    const found = candidates("a = 1\nb = 2\nc = 3\n", [seven], suspicion);
    expect(changes(found)).toEqual(["c = 3 → c = 7", "a = 1 → a = 7"]);
    const [near, far] = found.map((each) => extra(each, seven));
    expect((far ?? 0) - (near ?? 0)).toBeCloseTo(COSTS.candidate.unsuspected * 0.7);
  });

  it("skips a file with no suspicion", () => {
    expect(candidates("a = 1\n", [seven], { ...everywhere, most: () => 0 })).toEqual([]);
  });

  it.each<[string, string, number]>([
    ["the message of an exception", "def f():\n    raise E(1)\n", COSTS.candidate.thrown],
    [
      "the comparison of an object",
      "class A:\n    def __eq__(self, o):\n        return g(1)\n",
      COSTS.candidate.comparedOrShown,
    ],
    ["anything else", "def f():\n    return g(1)\n", 0],
  ])("charges %s", (_, code, wanted) => {
    const [plain] = candidates("def f():\n    return g(1)\n", [seven]);
    const [found] = candidates(code, [seven]);
    expect((found?.cost ?? 0) - (plain?.cost ?? 0)).toBeCloseTo(wanted);
  });

  it("does not add a cost for a thrown exception of a different kind", () => {
    const kind = numbers("7", 1, "exception-kind");
    expect(candidates("def f():\n    raise E(1)\n", [kind])[0]?.cost).toBeCloseTo(
      1 + COSTS.candidate.perCharacter,
    );
  });

  it("adds a cost for size, up to a limit", () => {
    const costs = ["7", "7".repeat(50), "7".repeat(500)].map(
      (text) => candidates("a = 1\n", [numbers(text, 1)])[0]?.cost,
    );
    expect(costs.map((cost) => Number(cost?.toFixed(3)))).toEqual([1.004, 1.2, 1.4]);
  });

  it("treats a multi-line statement as suspicious as its first line", () => {
    const suspicion = { ...everywhere, of: (_: string, line: number) => (line === 1 ? 1 : 0) };
    expect(candidates("a = f(\n    1,\n)\n", [seven], suspicion)).toHaveLength(1);
  });

  it("suspects parameters, which tests do not run separately, together with their function", () => {
    const suspicion = { ...everywhere, of: (_: string, line: number) => (line === 2 ? 1 : 0) };
    const [found] = candidates("def f(a=1):\n    return a\n", [seven], suspicion);
    const distance = COSTS.candidate.unsuspected * (1 - COSTS.suspicion.parameters);
    expect(found?.cost).toBeCloseTo(1 + distance + COSTS.candidate.perCharacter);
  });

  it("adds the extra of a proposal to its cost", () => {
    const both: Operator = { ...seven, propose: (site) => [put(site, "8", 0.5), put(site, "9")] };
    const found = candidates("a = 1\n", [both]);
    expect(changes(found)).toEqual(["a = 1 → a = 9", "a = 1 → a = 8"]);
    expect((found[1]?.cost ?? 0) - (found[0]?.cost ?? 0)).toBeCloseTo(0.5);
  });

  it("offers the code before a recent change, among the other candidates", () => {
    const target = {
      ...makeTarget({ "m.py": "a = 1\n" }, { "test_m.py": "" }),
      recent: [{ "m.py": [{ start: 1, before: ["a = 5"], after: ["a = 1"] }] }],
    };
    const found = [...propose(target, { operators: [seven], suspicion: everywhere })];
    expect(found.map(({ operator }) => operator)).toEqual(["taken-back", "test"]);
  });

  it("reads a file only when nothing in more suspicious files is cheaper", () => {
    const read: string[] = [];
    const suspicion = {
      ...everywhere,
      most: (path: string) => (path === "far.py" ? 0.2 : 1),
      of: (path: string) => {
        read.push(path);
        return path === "far.py" ? 0.2 : 1;
      },
    };
    const target = makeTarget({ "far.py": "a = 1\n", "near.py": "b = 1\n" }, { "test_m.py": "" });
    const found = propose(target, { operators: [seven], suspicion });
    expect(found.next().value).toMatchObject({ edits: [{ path: "near.py" }] });
    expect(read).not.toContain("far.py");
    expect(found.next().value).toMatchObject({ edits: [{ path: "far.py" }] });
  });

  it("skips a file that is too large to parse", () => {
    const lines = (count: number) => `a = 1\n${"#".repeat(count)}\n`;
    expect(candidates(lines(1000), [seven])).toHaveLength(1);
    expect(candidates(lines(LARGEST_FILE), [seven])).toEqual([]);
  });

  it("reports an operator that crashes and continues with the others", () => {
    const crashes: string[] = [];
    const broken: Operator = {
      ...numbers("9", 1, "broken"),
      propose: () => {
        throw new Error("oops");
      },
    };
    const target = makeTarget({ "m.py": "a = 1\n" }, { "test_m.py": "" });
    const options = { operators: [broken, seven], suspicion: everywhere };
    const found = [...propose(target, { ...options, onCrash: ({ operator }) => crashes.push(operator) })];
    expect([found.length, crashes]).toEqual([1, ["broken"]]);
  });
});
