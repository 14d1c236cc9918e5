import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants, enclosingFunction, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["initial-value"];

export const initialValue: Operator = {
  meta: {
    id: "initial-value",
    title: "Use a different initial value",
    why: "A maximum that starts at zero, a flag or collection with the wrong initial value.",
    cost: costs.prior,
    kinds: ["assign"],
    most: 40,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    best = 0\n    for x in xs: pass",
        after: "def f(xs):\n    best = xs[0]\n    for x in xs: pass",
      },
      { language: "python", before: "best = 0", after: 'best = float("-inf")' },
      { language: "javascript", before: "let best = 0;", after: "let best = -Infinity;" },
      { language: "typescript", before: "let seen = [];", after: "let seen = new Set();" },
    ],
    leaves: [
      { language: "python", code: "a = b" },
      { language: "javascript", code: "a = b;" },
    ],
  },
  *propose(site, context) {
    const value = child(site, "value");
    if (
      value === null ||
      !["number", "list", "dict", "null", "boolean", "string", "unary"].includes(value.kind)
    )
      return;
    const text = context.text(value);
    const python = context.language.id === "python";
    const values = python
      ? ["None", "[]", "{}", "set()", '""', 'float("inf")', 'float("-inf")', "0", "1", "-1", "True", "False"]
      : isScript(context)
        ? [
            "null",
            "[]",
            "{}",
            "new Set()",
            "new Map()",
            '""',
            "Infinity",
            "-Infinity",
            "0",
            "1",
            "-1",
            "true",
            "false",
          ]
        : ["0", "1", "-1"];
    const extreme = extremeFor(site, context);
    const numeric = value.kind === "number" || value.kind === "unary";
    for (const other of values) {
      if (other === text) continue;
      const fitting = numeric && /inf|Infinity|^-?\d/i.test(other) ? 0 : costs.unfitting;
      yield put(value, other, other === extreme ? costs.extreme : fitting);
    }
    if (!numeric && value.kind !== "null") return;
    for (const each of context.variables(value)) {
      if (each.distance > 0 || !each.definite) continue;
      if (each.kind === "list") yield put(value, `${each.name}[0]`, 0);
      if (each.kind === "number") yield put(value, each.name, costs.number);
      const length =
        each.kind === "list" ? context.language.write.length({ text: each.name, level: 13 }) : null;
      if (length !== null) yield put(value, length.text, costs.length);
      if (length !== null) yield put(value, `${length.text} - 1`, costs.length);
    }
  },
};

/** Where the search for the largest or smallest of several values starts. */
function extremeFor(assign: SyntaxNode, context: Context): string | null {
  const target = child(assign, "target");
  const value = child(assign, "value");
  if (target?.kind !== "identifier" || value === null || !/^-?[01]$/.test(context.text(value))) return null;
  const name = context.text(target);
  const within = enclosingFunction(assign) ?? context.tree;
  for (const node of descendants(within)) {
    const [left, right] = node.kind === "comparison" ? [child(node, "left"), child(node, "right")] : [];
    if (!left || !right || node.start < assign.end || node.parent?.kind !== "if") continue;
    if (!new RegExp(`\\b${name}\\s*=(?!=)`).test(context.text(node.parent))) continue;
    const operator = operatorOf(node);
    const isLargest =
      context.text(right) === name
        ? operator.startsWith(">")
        : context.text(left) === name && operator.startsWith("<");
    const isSmallest =
      context.text(right) === name
        ? operator.startsWith("<")
        : context.text(left) === name && operator.startsWith(">");
    if (isLargest) return context.language.id === "python" ? 'float("-inf")' : "-Infinity";
    if (isSmallest) return context.language.id === "python" ? 'float("inf")' : "Infinity";
  }
  return null;
}
