import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["drop-operand"];

export const dropOperand: Operator = {
  meta: {
    id: "drop-operand",
    title: "Keep one side of an operator",
    why: "An extra term or condition.",
    cost: costs.prior,
    kinds: ["binary", "logical", "unary", "conditional"],
    most: 3,
    examples: [
      { language: "python", before: "x = 1 + f(a)", after: "x = f(a)" },
      { language: "python", before: "ok = a and b", after: "ok = a" },
      { language: "javascript", before: "x = -a;", after: "x = a;" },
      { language: "typescript", before: "const x = a || b;", after: "const x = b;" },
      { language: "go", before: "package p\nvar x = n - 1", after: "package p\nvar x = n" },
      { language: "rust", before: "fn f() { g(n - 1); }", after: "fn f() { g(n); }" },
      { language: "java", before: "class A { int x = n - 1; }", after: "class A { int x = n; }" },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a < b" },
      { language: "javascript", code: "function f(a, b) { return a < b; }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site)) return;
    const kept =
      site.kind === "conditional" ? site.children.filter((each) => each.role !== "condition") : site.children;
    for (const each of kept) {
      const other = site.children.find((side) => side !== each);
      const unit = other !== undefined && /^[01]$/.test(context.text(other));
      const literal = each.kind === "number" || each.kind === "string" || each.kind === "boolean";
      yield replace(
        site,
        context.expression(each),
        (unit ? costs.unitOperand : costs.otherOperand) + (literal ? costs.literalOperand : 0),
      );
    }
  },
};
