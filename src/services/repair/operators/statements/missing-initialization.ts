import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertBefore } from "../../propose/edits.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["missing-initialization"];

export const missingInitialization: Operator = {
  meta: {
    id: "missing-initialization",
    title: "Initialize a variable",
    why: "A counter, a sum or a list that is updated but never initialized.",
    cost: costs.prior,
    kinds: ["augment", "call", "subscript"],
    most: 4,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    for x in xs:\n        total += x\n    return total",
        after: "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total",
      },
      {
        language: "python",
        before: "def f(xs):\n    for x in xs:\n        out.append(x)\n    return out",
        after: "def f(xs):\n    out = []\n    for x in xs:\n        out.append(x)\n    return out",
      },
      {
        language: "javascript",
        before: "function f(xs) {\n  for (const x of xs) total += x;\n  return total;\n}",
        after: "function f(xs) {\n  let total = 0;\n  for (const x of xs) total += x;\n  return total;\n}",
      },
    ],
    leaves: [
      { language: "python", code: "def f(xs):\n    n = 0\n    for x in xs:\n        n += x\n    return n" },
      { language: "javascript", code: "function f(n, xs) { for (const x of xs) n += x; return n; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    const start = owner === null ? null : outermost(site, owner);
    if (owner === null || start === null) return;
    const [name, values] = wanted(site, context) ?? [null, []];
    if (name === null || isStarted(name, site, owner, context)) return;
    const declare = context.language.id === "python" ? "" : "let ";
    for (const [at, value] of values.entries())
      yield insertBefore(
        context,
        start,
        `${declare}${context.language.write.assignment(name, value)}`,
        at * costs.perValue,
      );
  },
};

/** The name that needs an initial value, and values that fit its use. */
function wanted(site: SyntaxNode, context: Context): readonly [string, readonly string[]] | null {
  const python = context.language.id === "python";
  if (!python && context.language.id !== "javascript" && context.language.id !== "typescript") return null;
  if (site.kind === "augment") {
    const target = child(site, "target");
    if (target?.kind !== "identifier") return null;
    const isProduct = site.operators[0]?.text.startsWith("*") === true;
    return [context.text(target), isProduct ? ["1", "0"] : ["0", '""', "[]", "1"]];
  }
  if (site.kind === "subscript") {
    const object = child(site, "object");
    if (site.role !== "target" || object?.kind !== "identifier") return null;
    return [context.text(object), ["{}", "[]"]];
  }
  const callee = child(site, "callee");
  const object = callee?.kind === "attribute" ? child(callee, "object") : null;
  const method = callee?.kind === "attribute" ? child(callee, "property") : null;
  if (object?.kind !== "identifier" || method === null) return null;
  const does = context.text(method);
  if (/^(?:append|extend|push|unshift)$/.test(does)) return [context.text(object), ["[]"]];
  return does === "add" ? [context.text(object), [python ? "set()" : "new Set()"]] : null;
}

/** Bound earlier, or anywhere outside: in Python a name that the function only modifies may also be global. */
function isStarted(name: string, site: SyntaxNode, owner: SyntaxNode, context: Context): boolean {
  if (context.variables(site).some((each) => each.name === name)) {
    const first = descendants(owner).find(
      (node) =>
        node.kind === "assign" &&
        child(node, "target")?.kind === "identifier" &&
        context.text(child(node, "target") as SyntaxNode) === name,
    );
    return first === undefined || first.start < site.start;
  }
  return (
    context.language.builtins.has(name) ||
    new RegExp(`\\b(?:import|as|global|nonlocal)\\b[^\\n]*\\b${name}\\b`).test(context.source)
  );
}

/** The statement in the function's top-level block that contains the site. */
function outermost(site: SyntaxNode, owner: SyntaxNode): SyntaxNode | null {
  const body = child(owner, "body");
  return [site, ...ancestors(site)].find((each) => each.parent === body && isStatement(each)) ?? null;
}
