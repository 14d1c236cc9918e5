import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { insertBefore } from "../../propose/edits.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingClass,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["missing-initialization"];

export const missingInitialization: Operator = {
  meta: {
    id: "missing-initialization",
    title: "Initialize a variable",
    why: "A counter, a sum or a list that is updated but never initialized, or one that all objects of a Python class share.",
    cost: costs.prior,
    kinds: ["augment", "call", "subscript", "attribute"],
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
        language: "python",
        before:
          "class A:\n    xs = []\n\n    def __init__(self, n):\n        self.n = n\n\n    def f(self, x):\n        self.xs.append(x)\n",
        after:
          "class A:\n    xs = []\n\n    def __init__(self, n):\n        self.xs = []\n        self.n = n\n\n    def f(self, x):\n        self.xs.append(x)\n",
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
    if (site.kind === "attribute") {
      yield* ownContainer(site, context);
      return;
    }
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
  if (!python && !isScript(context)) return null;
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

/** A container in the class body is shared by all objects: each needs its own, made in `__init__`. */
function* ownContainer(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const field = /^self\.(\w+)$/.exec(context.text(site))?.[1];
  const around = enclosingClass(site);
  if (context.language.id !== "python" || field === undefined || around === null) return;
  const shared = new RegExp(
    `^[ \\t]+${field}\\s*(?::[^=\\n]+)?=\\s*(\\[.*\\]|\\{.*\\}|(?:set|list|dict)\\(\\))$`,
    "m",
  );
  const value = shared.exec(context.text(around))?.[1];
  const initializer = descendants(around).find((node) => {
    const name = node.kind === "function" ? child(node, "name") : null;
    return name !== null && context.text(name) === "__init__";
  });
  if (value === undefined || initializer === undefined) return;
  const first = child(initializer, "body")?.children[0];
  if (first === undefined || context.text(initializer).includes(`self.${field} =`)) return;
  yield insertBefore(context, first, `self.${field} = ${value}`, costs.shared);
}
