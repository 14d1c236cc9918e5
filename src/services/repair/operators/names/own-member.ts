import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { child, enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["own-member"];

export const ownMember: Operator = {
  meta: {
    id: "own-member",
    title: "Use the object's field instead of a local variable, or the other way around",
    why: "A forgotten or superfluous `self.` or `this.`.",
    cost: costs.prior,
    kinds: ["identifier", "attribute"],
    most: 2,
    examples: [
      {
        language: "python",
        before: "class A:\n    def f(self, count):\n        self.count = 1\n        return count",
        after: "class A:\n    def f(self, count):\n        self.count = 1\n        return self.count",
      },
      {
        language: "javascript",
        before: "class A { constructor() { this.n = 0; } f() { n += 1; } }",
        after: "class A { constructor() { this.n = 0; } f() { this.n += 1; } }",
      },
      {
        language: "javascript",
        before: "class A { f(n) { this.n = 1; return n; } }",
        after: "class A { f(n) { this.n = 1; return this.n; } }",
      },
      {
        language: "typescript",
        before: "class A { f(n: number) { return this.n; } }",
        after: "class A { f(n: number) { return n; } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(size):\n    return size" },
      { language: "javascript", code: "function f(size) { return size; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null) return;
    const self = context.language.id === "python" ? "self" : "this";
    if (!context.text(owner).includes(`${self}.`) && !context.source.includes(`${self}.`)) return;
    if (site.kind === "identifier") {
      const name = context.text(site);
      if (name === self || !(isValue(site) || isUnknownTotal(site, context))) return;
      if (context.ingredients.fields.includes(name)) yield put(site, `${self}.${name}`, 0);
      if (site.role === "callee" && context.ingredients.methods.includes(name))
        yield put(site, `${self}.${name}`, 0);
      return;
    }
    const object = child(site, "object");
    const property = child(site, "property");
    if (object === null || property === null || context.text(object) !== self || !isValue(site)) return;
    const name = context.text(property);
    if (context.variables(site).some((each) => each.name === name && each.distance === 0))
      yield replace(site, name, 0);
  },
};

/** `n` in `n += 1`, if there is no such variable. */
function isUnknownTotal(site: SyntaxNode, context: Context): boolean {
  if (site.role !== "target" || site.parent?.kind !== "augment") return false;
  return !context.variables(site).some(({ name }) => name === context.text(site));
}
