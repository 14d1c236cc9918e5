import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, type Expression, grouped } from "../../syntax/expression.ts";
import { child, isValue, operatorOf, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["round-up"];

export const roundUp: Operator = {
  meta: {
    id: "round-up",
    title: "Round a division up",
    why: "Pages, batches and boxes: the last one need not be full, and there is none if nothing is left over.",
    cost: costs.prior,
    kinds: ["binary"],
    most: 1,
    examples: [
      { language: "python", before: "n = len(xs) // size", after: "n = (len(xs) + size - 1) // size" },
      { language: "python", before: "n = len(xs) // size + 1", after: "n = (len(xs) + size - 1) // size" },
      {
        language: "javascript",
        before: "n = Math.floor(xs.length / size) + 1;",
        after: "n = Math.ceil(xs.length / size);",
      },
      {
        language: "go",
        before: "package p\nvar n = len(xs) / size",
        after: "package p\nvar n = (len(xs) + size - 1) / size",
      },
      {
        language: "rust",
        before: "fn f() { let n = xs.len() / size + 1; }",
        after: "fn f() { let n = (xs.len() + size - 1) / size; }",
      },
    ],
    leaves: [
      { language: "python", code: "x = a / b" },
      { language: "javascript", code: "x = a / b;" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site)) return;
    const plusOne = isPlusOne(site, context) ? child(site, "left") : null;
    const rounded = up(unwrap(plusOne ?? site), context);
    if (rounded !== null) yield replace(site, rounded, plusOne === null ? costs.plain : 0);
  },
};

function isPlusOne(site: SyntaxNode, context: Context): boolean {
  const right = child(site, "right");
  return operatorOf(site) === "+" && right !== null && context.text(right) === "1";
}

function up(division: SyntaxNode, context: Context): Expression | null {
  if (isScript(context)) {
    const text = context.text(division);
    return text.startsWith("Math.floor(") ? atom(text.replace("Math.floor(", "Math.ceil(")) : null;
  }
  const operator = context.language.id === "python" ? "//" : "/";
  const [left, right] = [child(division, "left"), child(division, "right")];
  if (operatorOf(division) !== operator || left === null || right === null) return null;
  if (right.kind === "number" && /[.]/.test(context.text(right))) return null;
  const [a, b] = [context.expression(left), context.expression(right)];
  const sum = `${grouped(a, 9)} + ${grouped(b, 9)} - 1`;
  return { text: `(${sum}) ${operator} ${grouped(b, 10.5)}`, level: 10 };
}
