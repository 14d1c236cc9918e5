import { COSTS } from "../../costs.ts";
import { isHalfOfOverlap } from "../../propose/bounds.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["comparison-operator"];

const NEAR: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "==": ["!=", ">=", "<="],
  "!=": ["==", "<", ">"],
  "===": ["!==", ">=", "<="],
  "!==": ["===", "<", ">"],
  is: ["is not"],
  "is not": ["is"],
  in: ["not in"],
  "not in": ["in"],
};

export const comparisonOperator: Operator = {
  meta: {
    id: "comparison-operator",
    title: "Change a comparison",
    why: "Strict instead of loose, the wrong direction, equal instead of unequal: the most common mistake in conditions.",
    cost: costs.prior,
    kinds: ["comparison"],
    most: 12,
    examples: [
      { language: "python", before: "ok = a < b", after: "ok = a <= b" },
      { language: "python", before: "ok = a in b", after: "ok = a not in b" },
      { language: "javascript", before: "x = a === b;", after: "x = a !== b;" },
      { language: "typescript", before: "const x = a > b;", after: "const x = a >= b;" },
      { language: "go", before: "package p\nvar x = a < b", after: "package p\nvar x = a <= b" },
      { language: "rust", before: "fn f() { a < b; }", after: "fn f() { a <= b; }" },
      {
        language: "java",
        before: "class A { boolean x = a < b; }",
        after: "class A { boolean x = a <= b; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a + b" },
      { language: "javascript", code: "function f(a, b) { return a && b; }" },
    ],
  },
  *propose(site, context) {
    const toOrder = costOfOrder(site, context);
    const half = isHalfOfOverlap(site, context) ? costs.halfOfOverlap : 0;
    for (const token of site.operators) {
      const ordering = (operator: string) => (isOrder(operator) && !isOrder(token.text) ? toOrder : 0);
      const near = NEAR[token.text] ?? [];
      for (const [index, operator] of near.entries())
        yield put(token, operator, index * costs.perNear + half + ordering(operator));
      if (!context.language.families.comparison.includes(token.text)) continue;
      for (const operator of context.language.families.comparison) {
        if (operator !== token.text && !near.includes(operator) && !loosens(token.text, operator)) {
          const extra = isOrder(token.text) && !isOrder(operator) ? costs.sameInsteadOfOrder : 0;
          yield put(token, operator, costs.distant + extra + ordering(operator));
        }
      }
    }
  },
};

/** What it adds that two values that were equal or not are put in order instead: usual for numbers only. */
function costOfOrder(site: SyntaxNode, context: Context): number {
  const kinds = site.children.map((each) => context.kindOf(each));
  if (kinds.includes("string")) return costs.orderOfTexts;
  return kinds.includes("number") ? 0 : costs.orderOfUnknown;
}

function isOrder(operator: string): boolean {
  return /^[<>]=?$/.test(operator);
}

/** `===` → `==` loosens the comparison and is hardly ever the fix. */
function loosens(from: string, to: string): boolean {
  return from.length === 3 && (to === "==" || to === "!=");
}
