import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["logical-operator"];

export const logicalOperator: Operator = {
  meta: {
    id: "logical-operator",
    title: "Change `and` to `or`, or `or` to `and`",
    why: "Two conditions joined with the wrong operator.",
    cost: costs.prior,
    kinds: ["logical", "augment"],
    most: 2,
    examples: [
      { language: "python", before: "ok = a and b", after: "ok = a or b" },
      { language: "javascript", before: "x = a || b;", after: "x = a && b;" },
      { language: "javascript", before: "x = a || b;", after: "x = a ?? b;" },
      { language: "javascript", before: "x ||= 10;", after: "x ??= 10;" },
      { language: "typescript", before: "const x = a && b;", after: "const x = a || b;" },
      { language: "go", before: "package p\nvar x = a && b", after: "package p\nvar x = a || b" },
      { language: "rust", before: "fn f() { a && b; }", after: "fn f() { a || b; }" },
      {
        language: "java",
        before: "class A { boolean x = a && b; }",
        after: "class A { boolean x = a || b; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a | b" },
      { language: "javascript", code: "function f(a, b) { return a | b; }" },
    ],
  },
  *propose(site, context) {
    const token = site.operators[0];
    if (token === undefined) return;
    if (site.kind === "augment") {
      if (token.text === "||=") yield put(token, "??=", costs.nullish);
      return;
    }
    for (const operator of context.language.families.logical) {
      if (operator !== token.text) yield put(token, operator, operator === "??" ? costs.nullish : 0);
    }
  },
};
