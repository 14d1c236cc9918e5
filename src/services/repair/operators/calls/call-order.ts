import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { grouped } from "../../syntax/expression.ts";
import { isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["call-order"];
/** How tightly a method call binds its object. */
const RECEIVER = 13;

export const callOrder: Operator = {
  meta: {
    id: "call-order",
    title: "Call a method before or after the function around it",
    why: "A result that is cleaned up after it was decoded, parsed or rounded, instead of before, or the reverse.",
    cost: costs.prior,
    kinds: ["call"],
    most: 2,
    examples: [
      {
        language: "javascript",
        before: "x = decode(text).replace(a, b);",
        after: "x = decode(text.replace(a, b));",
      },
      {
        language: "python",
        before: "def f(text):\n    return parse(text.lower())",
        after: "def f(text):\n    return parse(text).lower()",
      },
      { language: "javascript", before: "x = decode(a + b).trim();", after: "x = decode((a + b).trim());" },
      {
        language: "go",
        before: "package p\nvar x = parse(t).Add(1)",
        after: "package p\nvar x = parse(t.Add(1))",
      },
      {
        language: "rust",
        before: "fn f() { let x = decode(text).trim(); }",
        after: "fn f() { let x = decode(text.trim()); }",
      },
    ],
    leaves: [
      { language: "python", code: "x = text.strip()\ny = parse(text)" },
      {
        language: "javascript",
        code: "x = f(a, b); y = new F(a).run(); z = f(1).toFixed(2); u = f(Math.abs(n));",
      },
    ],
  },
  *propose(site, context) {
    const outer = callOf(site, context);
    if (outer === null || !isValue(site) || outer.callee.kind === "call") return;
    if (site.raw === "new_expression" || outer.object?.raw === "new_expression") return;
    const step = (object: { readonly end: number }, end: number) => context.source.slice(object.end, end);
    const around = callOf(outer.object, context);
    const [inside, ...others] = around?.given ?? [];
    const isReceiver = inside !== undefined && inside.kind !== "number" && outer.object !== null;
    if (around !== null && around.object === null && isReceiver && others.length === 0) {
      const receiver = grouped(context.expression(inside), RECEIVER);
      yield put(site, `${context.text(around.callee)}(${receiver}${step(outer.object, site.end)})`);
    }
    const [given, ...rest] = outer.given;
    const inner = callOf(given, context);
    if (outer.object !== null || rest.length > 0 || inner === null || inner.object === null || !given) return;
    if (inner.object.kind === "identifier" && !isVariable(inner.object, context)) return;
    const name = context.text(outer.callee);
    yield put(site, `${name}(${context.text(inner.object)})${step(inner.object, given.end)}`, costs.after);
  },
};

/** A module or class is not: `f(Math.abs(n))`. */
function isVariable(node: SyntaxNode, context: Context): boolean {
  const name = context.text(node);
  return context.variables(node).some((each) => each.name === name);
}
