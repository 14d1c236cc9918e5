import { COSTS } from "../../costs.ts";
import { fits } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, infix } from "../../syntax/expression.ts";
import { child, unwrap } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["condition-replace"];

export const conditionReplace: Operator = {
  meta: {
    id: "condition-replace",
    title: "Use a completely different condition",
    why: "A loop that never checks whether work is left, a branch that checks the wrong thing.",
    cost: costs.prior,
    kinds: ["if", "while", "conditional"],
    most: 80,
    examples: [
      {
        language: "python",
        before: "def f(queue):\n    while True:\n        g(queue)",
        after: "def f(queue):\n    while queue:\n        g(queue)",
      },
      {
        language: "python",
        before: "def f(arr):\n    if len(arr) == 0:\n        return arr",
        after: "def f(arr):\n    if len(arr) <= 1:\n        return arr",
      },
      {
        language: "javascript",
        before: "function f(a, b) { if (a) return 1; }",
        after: "function f(a, b) { if (b) return 1; }",
      },
      {
        language: "typescript",
        before: "function f(m: number, n: number) { if (n > 1) return 1; }",
        after: "function f(m: number, n: number) { if (m === n) return 1; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    while g():\n        h()" },
      { language: "javascript", code: "if (g()) h();" },
    ],
  },
  *propose(site, context) {
    const found = child(site, "condition");
    if (found === null) return;
    const condition = unwrap(found);
    const { write } = context.language;
    const constant = condition.kind === "boolean" ? costs.constantCondition : 0;
    if (condition.kind === "comparison" && condition.children.length === 2) {
      const [left] = condition.children;
      if (left !== undefined && context.kindOf(left) === "number") {
        for (const [operator, bound] of [
          ["<=", "1"],
          ["<=", "0"],
          [">", "0"],
          [">", "1"],
          [write.equal, "0"],
          [write.equal, "1"],
          ["<", "2"],
        ] as const) {
          yield replace(condition, infix(operator, context.expression(left), atom(bound)), costs.boundAtHand);
        }
      }
    }
    const variables = context
      .variables(condition)
      .filter((each) => each.kind !== "function" && each.distance === 0);
    for (const each of variables) {
      const far = each.definite ? 0 : costs.indefinite;
      const name = atom(each.name);
      const plain = each.kind === "number" ? costs.numberAsCondition : 0;
      yield replace(condition, name, constant + far + plain);
      yield replace(condition, write.not(name), constant + far + plain + costs.negated);
      if (fits("object", each.kind))
        yield replace(condition, write.isNotNull(name), constant + far + costs.notNull);
      if (fits("object", each.kind))
        yield replace(condition, write.isNull(name), constant + far + costs.isNull);
      if (!fits("number", each.kind)) continue;
      for (const other of variables) {
        if (other.name <= each.name || !fits("number", other.kind)) continue;
        for (const operator of ["<", "<=", ">", ">=", write.equal]) {
          yield replace(condition, infix(operator, name, atom(other.name)), constant + far + costs.compared);
        }
      }
    }
  },
};
