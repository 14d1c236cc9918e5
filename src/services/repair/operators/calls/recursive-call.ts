import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { plainParameters } from "../../propose/parameters.ts";
import { atom } from "../../syntax/expression.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isValue,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["recursive-call"];
const MOST_PARAMETERS = 4;

export const recursiveCall: Operator = {
  meta: {
    id: "recursive-call",
    title: "Let the function call itself for the part",
    why: "A tree or nested list that is followed only one level deep.",
    cost: costs.prior,
    kinds: ["call", "subscript", "identifier", "comparison"],
    most: 2,
    examples: [
      {
        language: "python",
        before:
          "def f(r, all):\n    n = set()\n    for p in all[r]:\n        n |= set(all[p])\n    return n\n",
        after: "def f(r, all):\n    n = set()\n    for p in all[r]:\n        n |= f(p, all)\n    return n\n",
      },
      {
        language: "python",
        before:
          "class A:\n    def has(self, r, p):\n        return p in self.d[r] or any(p in self.d[x] for x in self.up[r])\n",
        after:
          "class A:\n    def has(self, r, p):\n        return p in self.d[r] or any(self.has(x, p) for x in self.up[r])\n",
      },
      {
        language: "javascript",
        before: "function size(t) { let n = 1; for (const c of t.children) n += c; return n; }",
        after: "function size(t) { let n = 1; for (const c of t.children) n += size(c); return n; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(xs):\n    return len(xs)" },
      { language: "javascript", code: "function f(xs) { return g(xs); }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isValue(site) || !isAdded(site)) return;
    const name = child(owner, "name");
    const parameters = plainParameters(owner, context) ?? [];
    if (name === null || parameters.length === 0 || parameters.length > MOST_PARAMETERS) return;
    if (context.text(site).startsWith(`${context.text(name)}(`)) return;
    const item = itemIn(site, owner, context);
    if (item === null) return;
    const isMethod = /^(?:self|this)$/.test(parameters[0] ?? "");
    const given = [item, ...parameters.slice(isMethod ? 2 : 1)];
    const callee = isMethod ? `${parameters[0]}.${context.text(name)}` : context.text(name);
    yield replace(site, atom(`${callee}(${given.join(", ")})`));
  },
};

/** A value that is added to a total or a list, or one of those that a comprehension collects. */
function isAdded(site: SyntaxNode): boolean {
  const { parent } = site;
  if (parent?.kind === "comprehension") return site.role === "body";
  if (parent?.kind === "augment") return site.role === "value";
  if (parent?.kind !== "arguments" || parent.children.length !== 1) return false;
  return parent.parent?.parent?.kind === "expression-statement";
}

/** The variable of the loop around the site that the site mentions. */
function itemIn(site: SyntaxNode, owner: SyntaxNode, context: Context): string | null {
  const mentioned = new Set(
    descendants(site)
      .filter(({ kind }) => kind === "identifier")
      .map((node) => context.text(node)),
  );
  for (const each of ancestors(site)) {
    if (each === owner) return null;
    const loop =
      each.kind === "comprehension" ? each.children.find(({ kind }) => kind === "for-clause") : each;
    const isLoop = loop?.kind === "for-each" || loop?.kind === "for-clause";
    const target = isLoop ? child(loop, "target") : null;
    const names = target === null ? [] : (context.text(target).match(/\w+/g) ?? []);
    const item = names.find((name) => mentioned.has(name));
    if (item !== undefined) return item;
  }
  return null;
}
