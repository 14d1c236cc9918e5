import { COSTS } from "../../costs.ts";
import { type Context, fits } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child, descendants, enclosingStatement, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["bound-value"];

export const boundValue: Operator = {
  meta: {
    id: "bound-value",
    title: "Keep the larger or smaller of two values",
    why: "A best value that is overwritten, a sum that should not fall below zero, an index that should not exceed the end.",
    cost: costs.prior,
    kinds: ["assign", "return", "binary", "call", "identifier", "subscript"],
    most: 20,
    examples: [
      {
        language: "python",
        before: "def f(longest, n):\n    longest = n + 1\n    return longest",
        after: "def f(longest, n):\n    longest = max(longest, n + 1)\n    return longest",
      },
      { language: "python", before: "best = best + x", after: "best = max(0, best + x)" },
      {
        language: "javascript",
        before: "function f(a, b) { return a - b; }",
        after: "function f(a, b) { return Math.max(0, a - b); }",
      },
      { language: "typescript", before: "best = score;", after: "best = Math.max(best, score);" },
    ],
    leaves: [
      { language: "python", code: 'def f():\n    name = "a"\n    return name' },
      { language: "javascript", code: 'function f() { const name = "a"; return name; }' },
    ],
  },
  *propose(site, context) {
    const { write } = context.language;
    const bounds = [write.greatest, write.least];
    if (site.kind === "assign") {
      const target = child(site, "target");
      const value = child(site, "value");
      if (target === null || value === null || target.kind === "tuple" || site.parent?.kind === "declaration")
        return;
      if (!fits("number", context.kindOf(value))) return;
      for (const bound of bounds) {
        const limited = bound.call(write, context.expression(target), context.expression(value));
        if (limited !== null) yield replace(value, limited, 0);
      }
    }
    const values =
      site.kind === "assign"
        ? [child(site, "value")]
        : site.kind === "return"
          ? [site.children[0] ?? null]
          : [site];
    for (const value of values) {
      if (
        value === null ||
        !isValue(value) ||
        !["binary", "call", "identifier", "subscript"].includes(value.kind)
      )
        continue;
      if (value.role === "callee" || !fits("number", context.kindOf(value))) continue;
      const whole = context.expression(value);
      const deep = site.kind === "assign" || site.kind === "return" ? 0 : costs.insideExpression;
      const unsure = context.kindOf(value) === "number" ? 0 : costs.unknownKind;
      const zero = write.greatest(atom("0"), whole);
      const one = write.greatest(atom("1"), whole);
      if (zero !== null) yield replace(value, zero, deep + unsure + costs.atLeastZero);
      if (one !== null) yield replace(value, one, deep + unsure + costs.atLeastOne);
      if (deep > 0) {
        for (const other of numbersBeside(value, context)) {
          for (const bound of bounds) {
            const limited = bound.call(write, whole, atom(other));
            if (limited !== null) yield replace(value, limited, deep + unsure + costs.byVariable);
          }
        }
      }
      if (deep > 0 && site.kind !== "binary") continue;
      for (const each of context.variables(value)) {
        if (each.kind !== "number" || each.distance > 0 || !each.definite || each.name === whole.text)
          continue;
        for (const bound of bounds) {
          const limited = bound.call(write, whole, atom(each.name));
          if (limited !== null) yield replace(value, limited, deep + unsure + costs.byField);
        }
      }
    }
  },
};

/** `last[1]` next to `last[0]`: elements of pairs in the same statement. */
function numbersBeside(value: SyntaxNode, context: Context): readonly string[] {
  const statement = enclosingStatement(value);
  if (statement === null) return [];
  const found = new Set<string>();
  for (const node of descendants(statement)) {
    const index = node.kind === "subscript" ? child(node, "index") : null;
    const object = node.kind === "subscript" ? child(node, "object") : null;
    if (index?.kind !== "number" || object?.kind !== "identifier") continue;
    for (const item of ["0", "1"]) found.add(`${context.text(object)}[${item}]`);
  }
  found.delete(context.text(value));
  return [...found].slice(0, 4);
}
