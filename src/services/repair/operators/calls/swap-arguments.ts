import { COSTS } from "../../costs.ts";
import { swap } from "../../propose/edits.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["swap-arguments"];

const FIXED = new Set(["keyword-argument", "comment", "spread"]);

export const swapArguments: Operator = {
  meta: {
    id: "swap-arguments",
    title: "Swap two arguments, indices or elements",
    why: "Right values in the wrong order.",
    cost: costs.prior,
    kinds: ["arguments", "tuple", "list", "subscript"],
    most: 20,
    examples: [
      { language: "python", before: "x = gcd(a % b, b)", after: "x = gcd(b, a % b)" },
      { language: "python", before: "x = d[i, k]", after: "x = d[k, i]" },
      { language: "javascript", before: "x = grid[c][r];", after: "x = grid[r][c];" },
      { language: "javascript", before: "f(a, b, c);", after: "f(c, b, a);" },
      { language: "typescript", before: "f(a, b);", after: "f(b, a);" },
      { language: "go", before: "package p\nvar x = f(a, b)", after: "package p\nvar x = f(b, a)" },
      { language: "rust", before: "fn g() { f(a, b); }", after: "fn g() { f(b, a); }" },
      { language: "java", before: "class A { int x = f(a, b); }", after: "class A { int x = f(b, a); }" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return g(a, a)" },
      { language: "javascript", code: "function f(a) { return g(a, a); }" },
    ],
  },
  *propose(site, context) {
    const outer = site.kind === "subscript" ? child(site, "index") : null;
    const inner =
      outer !== null && site.children[0]?.kind === "subscript" ? child(site.children[0], "index") : null;
    if (outer !== null && inner !== null && context.text(outer) !== context.text(inner))
      yield swap(context, inner, outer);
    const items = site.children.filter((each) => !FIXED.has(each.kind) && each.role !== "object");
    if (items.length > 6) return;
    for (const [index, first] of items.entries()) {
      for (const [offset, second] of items.slice(index + 1).entries()) {
        if (context.text(first) !== context.text(second))
          yield swap(context, first, second, offset * costs.perOffset);
      }
    }
  },
};
