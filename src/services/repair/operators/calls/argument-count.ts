import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { fieldsIn } from "../../propose/own-fields.ts";
import { child, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["argument-count"];

export const argumentCount: Operator = {
  meta: {
    id: "argument-count",
    title: "Add or remove an argument",
    why: "A forgotten start, base, limit or default; an argument that overrides a default.",
    cost: costs.prior,
    kinds: ["arguments"],
    most: 80,
    examples: [
      { language: "python", before: "for i in range(n): pass", after: "for i in range(1, n): pass" },
      {
        language: "python",
        before: "for at, x in enumerate(xs): pass",
        after: "for at, x in enumerate(xs, 1): pass",
      },
      { language: "python", before: "x = d.get(k, 1)", after: "x = d.get(k)" },
      {
        language: "python",
        before: "def f(a, b):\n    return g(a)",
        after: "def f(a, b):\n    return g(a, b)",
      },
      { language: "javascript", before: "x = Object.assign(a, b);", after: "x = Object.assign({}, a, b);" },
      { language: "javascript", before: "x = parseInt(s);", after: "x = parseInt(s, 10);" },
      {
        language: "typescript",
        before: "function f(a: number, b: number) { return g(a); }",
        after: "function f(a: number, b: number) { return g(a, b); }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    const open = context.source[site.start];
    if (open !== "(") return;
    const items = site.children.filter((each) => each.kind !== "comment").map((each) => context.text(each));
    const write = (parts: readonly string[], extra: number) => ({
      edits: [{ start: site.start, end: site.end, text: `(${parts.join(", ")})` }],
      extra,
    });
    if (items.length > 1)
      for (const [index] of items.entries()) yield write(items.toSpliced(index, 1), costs.dropArgument);
    if (items.length > 3) return;
    for (const [index, literal] of ["1", "0", "10", "2", "-1"].entries()) {
      yield write([...items, literal], costs.appendLiteral + index * costs.perLiteral);
      if (items.length > 0) yield write([literal, ...items], costs.prependLiteral + index * costs.perLiteral);
    }
    if (items.length === 1 && isCallOf(site, /\benumerate$/, context))
      yield write([...items, "1"], costs.enumerateFromOne);
    if (isJoining(site, context)) yield write(["{}", ...items], 0);
    for (const each of context.variables(site)) {
      if (each.distance > 0 || !each.definite || items.includes(each.name)) continue;
      yield write([...items, each.name], each.unused ? 0 : costs.usedVariable);
      if (items.length > 0) yield write([each.name, ...items], costs.prependVariable);
    }
    for (const field of owner === null ? [] : fieldsIn(owner, context)) {
      if (!items.includes(field)) yield write([...items, field], costs.field);
    }
  },
};

/** `Object.assign` and similar functions change their first argument, so it must be a new object. */
function isJoining(site: SyntaxNode, context: Context): boolean {
  const isScript = context.language.id === "javascript" || context.language.id === "typescript";
  return isScript && isCallOf(site, /\b(?:assign|merge|extend|defaults)$/, context);
}

function isCallOf(site: SyntaxNode, name: RegExp, context: Context): boolean {
  const callee = site.parent === null ? null : child(site.parent, "callee");
  return callee !== null && name.test(context.text(callee));
}
