import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, grouped } from "../../syntax/expression.ts";
import { child, descendants, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["apply-member"];
const MOST = 6;

export const applyMember: Operator = {
  meta: {
    id: "apply-member",
    title: "Apply a function, method or field from the file to a value",
    why: "A value used directly, while nearby code uses a part of it or passes it through a function first.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "subscript"],
    most: 14,
    examples: [
      {
        language: "python",
        before: "def f(r, q):\n    a = clean(q)\n    return g(r)",
        after: "def f(r, q):\n    a = clean(q)\n    return g(clean(r))",
      },
      {
        language: "python",
        before: "def f(r, q):\n    a = q.url\n    return g(r)",
        after: "def f(r, q):\n    a = q.url\n    return g(r.url)",
      },
      {
        language: "javascript",
        before: "function f(r, q) { const a = q.flatten(); return g(r); }",
        after: "function f(r, q) { const a = q.flatten(); return g(r.flatten()); }",
      },
      {
        language: "go",
        before: "package p\nfunc f(r Req, q Req) int { a := q.Size(); return g(r) + a }",
        after: "package p\nfunc f(r Req, q Req) int { a := q.Size(); return g(r.Size()) + a }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee" || site.parent?.kind === "expression-statement") return;
    const kind = context.kindOf(site);
    if (kind === "function" || kind === "boolean" || kind === "null") return;
    const whole = context.expression(site);
    const { functions, methods, fields } = appliedIn(context);
    if (site.role !== "object")
      for (const [at, name] of functions.slice(0, MOST).entries())
        if (!whole.text.startsWith(`${name}(`))
          yield replace(site, atom(`${name}(${whole.text})`), costs.call + at * costs.perName);
    if (kind === "number" || kind === "list") return;
    const base = grouped(whole, 13);
    for (const [at, name] of methods.slice(0, MOST).entries())
      yield replace(site, atom(`${base}.${name}()`), costs.method + at * costs.perName);
    if (kind === "string") return;
    for (const [at, name] of fields.slice(0, MOST).entries())
      yield replace(site, atom(`${base}.${name}`), costs.field + at * costs.perName);
  },
};

interface Applied {
  /** Functions that are called with one argument, including dotted names. */
  readonly functions: readonly string[];
  /** Methods that are called without arguments and whose result is used. */
  readonly methods: readonly string[];
  readonly fields: readonly string[];
}

/** Most frequent first. */
const appliedIn = remembered(({ tree, text }: Context): Applied => {
  const functions: string[] = [];
  const methods: string[] = [];
  const fields: string[] = [];
  for (const node of descendants(tree)) {
    if (!isValue(node)) continue;
    if (node.kind === "call" && node.parent?.kind !== "expression-statement") {
      const callee = child(node, "callee");
      const given = child(node, "arguments")?.children ?? [];
      if (callee === null) continue;
      if (given.length === 1 && /^[A-Za-z_][\w.]*$/.test(text(callee)) && isFree(callee, text))
        functions.push(text(callee));
      const property = callee.kind === "attribute" ? child(callee, "property") : null;
      if (given.length === 0 && property !== null) methods.push(text(property));
    }
    if (node.kind === "attribute" && node.role !== "callee" && node.role !== "object") {
      const property = child(node, "property");
      if (property !== null) fields.push(text(property));
    }
  }
  return { functions: frequent(functions), methods: frequent(methods), fields: frequent(fields) };
});

/** A plain or module function, not a method of a local object. */
function isFree(callee: SyntaxNode, text: (node: SyntaxNode) => string): boolean {
  if (callee.kind === "identifier") return true;
  return (
    /^[a-z_]+(?:\.[a-z_]+)*\.\w+$|^[A-Z]\w*\.\w+$/.test(text(callee)) &&
    !/^(?:self|this|cls)\./.test(text(callee))
  );
}

function frequent(names: readonly string[]): readonly string[] {
  const counts = [...Map.groupBy(names, (name) => name)];
  return counts.sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
}
