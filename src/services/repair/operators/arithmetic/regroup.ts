import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { infix } from "../../syntax/expression.ts";
import { child, operatorOf, unwrap } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.regroup;

export const regroup: Operator = {
  meta: {
    id: "regroup",
    title: "Move the parentheses",
    why: "Missing or misplaced parentheses: the operators bind in the wrong order.",
    cost: costs.prior,
    kinds: ["binary", "logical", "not"],
    most: 2,
    examples: [
      { language: "python", before: "x = a + b / 2", after: "x = (a + b) / 2" },
      { language: "python", before: "x = (a + b) * c", after: "x = a + b * c" },
      { language: "python", before: "x = not a and b", after: "x = not (a and b)" },
      { language: "javascript", before: "x = a || b && c;", after: "x = (a || b) && c;" },
      { language: "typescript", before: "const x = a - b - c;", after: "const x = a - (b - c);" },
      { language: "go", before: "package p\nvar x = a + b / 2", after: "package p\nvar x = (a + b) / 2" },
      { language: "rust", before: "fn f() { g(a + b / 2); }", after: "fn f() { g((a + b) / 2); }" },
      {
        language: "java",
        before: "class A { int x = a + b / 2; }",
        after: "class A { int x = (a + b) / 2; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a + b" },
      { language: "javascript", code: "function f(a, b) { return a && b; }" },
    ],
  },
  *propose(site, context) {
    const outer = operatorOf(site);
    const left = child(site, "left");
    const right = child(site, "right");
    if (outer === undefined || left === null || right === null) return;
    const first = unwrap(left);
    const second = unwrap(right);
    const of = context.expression;
    if ((first.kind === "binary" || first.kind === "logical") && first.children.length === 2) {
      const inner = operatorOf(first);
      const [a, b] = first.children;
      if (
        inner !== undefined &&
        a !== undefined &&
        b !== undefined &&
        !(inner === outer && "+*".includes(inner))
      ) {
        yield replace(site, infix(inner, of(a), infix(outer, of(b), of(right))));
      }
    }
    if ((second.kind === "binary" || second.kind === "logical") && second.children.length === 2) {
      const inner = operatorOf(second);
      const [b, c] = second.children;
      if (
        inner !== undefined &&
        b !== undefined &&
        c !== undefined &&
        !(inner === outer && "+*".includes(inner))
      ) {
        yield replace(site, infix(inner, infix(outer, of(left), of(b)), of(c)));
      }
    }
    if (first.kind === "not" && first.children[0] !== undefined) {
      yield replace(site, context.language.write.not(infix(outer, of(first.children[0]), of(right))));
    }
  },
};
