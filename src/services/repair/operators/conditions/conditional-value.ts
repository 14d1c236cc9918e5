import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child, descendants, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["conditional-value"];
const MOST_SUBJECTS = 2;

export const conditionalValue: Operator = {
  meta: {
    id: "conditional-value",
    title: "Use a value only if its source exists",
    why: "`a.b` although `a` may be absent or empty, or a value that must be different in that case: `a.b if a else None`.",
    cost: costs.prior,
    kinds: ["attribute", "subscript", "call", "binary"],
    most: 10,
    examples: [
      {
        language: "python",
        before: "def f(a):\n    return a.b",
        after: "def f(a):\n    return a.b if a else None",
      },
      {
        language: "python",
        before: "def f(xs):\n    return sum(xs) / len(xs)",
        after: "def f(xs):\n    return sum(xs) / len(xs) if xs else 0",
      },
      {
        language: "javascript",
        before: "function f(a) { return a.b(); }",
        after: "function f(a) { return a ? a.b() : null; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || !isWhole(site)) return;
    const { write, id } = context.language;
    const whole = context.expression(site);
    for (const subject of subjectsOf(site, context).slice(0, MOST_SUBJECTS)) {
      const isThere = id === "java" ? write.isNotNull(atom(subject)) : atom(subject);
      for (const [at, other] of [write.null, "0", '""', subject, write.emptyList].entries()) {
        const made = other === null ? null : write.conditional(isThere, whole, atom(other));
        if (made !== null) yield replace(site, made, at * costs.perDefault);
      }
    }
  },
};

/** Returned, assigned or passed unchanged. */
function isWhole({ role, parent }: SyntaxNode): boolean {
  return role === "value" || parent?.kind === "return" || parent?.kind === "arguments";
}

/** Variables that the value is taken from or computed over. */
function subjectsOf(site: SyntaxNode, context: Context): readonly string[] {
  const near = new Set(
    context.variables(site).flatMap((each) => (each.distance === 0 && each.definite ? [each.name] : [])),
  );
  const found = new Set<string>();
  for (const node of descendants(site)) {
    const isTakenFrom =
      node.role === "object" || (node.parent?.kind === "arguments" && child(node, "object") === null);
    if (node.kind === "identifier" && isTakenFrom && near.has(context.text(node)))
      found.add(context.text(node));
  }
  found.delete("self");
  return [...found];
}
