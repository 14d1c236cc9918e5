import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["twin-change"];

export const twinChange: Operator = {
  meta: {
    id: "twin-change",
    title: "Make the same change on both sides",
    why: "Two sides that mirror each other (`a.x - b.x`, `p[1] < q[1]`) were both written with the wrong field or index.",
    cost: costs.prior,
    kinds: ["binary", "comparison"],
    most: 30,
    examples: [
      { language: "python", before: "k = a[1] - b[1]", after: "k = a[0] - b[0]" },
      {
        language: "python",
        before: "k = a.width < b.width\nz = a.height",
        after: "k = a.height < b.height\nz = a.height",
      },
      { language: "javascript", before: "x = a[0] - b[0];", after: "x = a[1] - b[1];" },
      { language: "typescript", before: "f(a.x - b.x, a.y);", after: "f(a.y - b.y, a.y);" },
      { language: "go", before: "package p\nvar k = a[1] < b[1]", after: "package p\nvar k = a[0] < b[0]" },
      { language: "rust", before: "fn f() { g(a.x - b.x, a.y); }", after: "fn f() { g(a.y - b.y, a.y); }" },
      {
        language: "java",
        before: "class A { int k = a[1] - b[1]; }",
        after: "class A { int k = a[0] - b[0]; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a[0] - b" },
      { language: "javascript", code: "function f(a, b) { return a - b; }" },
    ],
  },
  *propose(site, context) {
    const [left, right] = site.children;
    if (left === undefined || right === undefined || site.children.length !== 2) return;
    for (const first of descendants(left)) {
      const twin = twinOf(first, left, right, context);
      if (twin === null) continue;
      if (first.kind === "number" && first.role === "index") {
        const value = Number(context.text(first));
        for (const other of [value - 1, value + 1, 0, 1])
          if (other !== value && other >= 0) yield both(first, twin, String(other), 0);
      }
      const property = first.kind === "attribute" ? child(first, "property") : null;
      const mirrored = twin.kind === "attribute" ? child(twin, "property") : null;
      if (property === null || mirrored === null) continue;
      for (const [index, field] of context.ingredients.fields.entries()) {
        if (field !== context.text(property))
          yield both(
            property,
            mirrored,
            field,
            costs.field + Math.min(costs.mostForPosition, index * costs.perPosition),
          );
      }
    }
  },
};

/** The node at the same position on the other side, if its text is the same. */
function twinOf(node: SyntaxNode, left: SyntaxNode, right: SyntaxNode, context: Context): SyntaxNode | null {
  const tail = (each: SyntaxNode) => context.text(each).replace(/^\w+/, "");
  for (const other of descendants(right)) {
    if (other.kind !== node.kind || (node !== left && other.role !== node.role)) continue;
    if (node === left && other !== right) continue;
    const same =
      node.kind === "attribute" ? tail(other) === tail(node) : context.text(other) === context.text(node);
    if (same) return other;
  }
  return null;
}

function both(first: SyntaxNode, second: SyntaxNode, text: string, extra: number): SitePatch {
  return {
    edits: [
      { start: first.start, end: first.end, text },
      { start: second.start, end: second.end, text },
    ],
    extra,
  };
}
