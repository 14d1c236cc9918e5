import { COSTS } from "../../costs.ts";
import { swap } from "../../propose/edits.ts";
import { operatorOf } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["swap-operands"];

const COMMUTATIVE = new Set(["*", "&", "|", "^"]);

export const swapOperands: Operator = {
  meta: {
    id: "swap-operands",
    title: "Swap the sides of an operator",
    why: "Subtraction, division, concatenation and comparison with swapped sides.",
    cost: costs.prior,
    kinds: ["binary", "conditional", "comparison"],
    most: 1,
    examples: [
      { language: "python", before: "x = a - b", after: "x = b - a" },
      { language: "python", before: "r = r + digit", after: "r = digit + r" },
      { language: "javascript", before: "x = c ? a : b;", after: "x = c ? b : a;" },
      { language: "typescript", before: "const x = a / b;", after: "const x = b / a;" },
      { language: "go", before: "package p\nvar x = a - b", after: "package p\nvar x = b - a" },
      { language: "rust", before: "fn f() { a - b; }", after: "fn f() { b - a; }" },
      { language: "java", before: "class A { int x = a - b; }", after: "class A { int x = b - a; }" },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a == b" },
      { language: "javascript", code: "function f(a, b) { return a * b; }" },
    ],
  },
  *propose(site, context) {
    const operator = operatorOf(site);
    const first = site.children.find(
      (each) => each.role === (site.kind === "conditional" ? "consequent" : "left"),
    );
    const second = site.children.find(
      (each) => each.role === (site.kind === "conditional" ? "otherwise" : "right"),
    );
    if (first === undefined || second === undefined || COMMUTATIVE.has(operator)) return;
    if (site.kind === "comparison" && operator !== "in" && operator !== "not in") return;
    if (context.text(first) === context.text(second)) return;
    const numeric =
      operator === "+" && context.kindOf(first) === "number" && context.kindOf(second) === "number";
    if (!numeric)
      yield swap(
        context,
        first,
        second,
        operator === "+" && context.kindOf(site) === null ? costs.unknownKind : 0,
      );
  },
};
