import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { countedFields, fieldsIn, keptFields } from "../../propose/own-fields.ts";
import { atom } from "../../syntax/expression.ts";
import { enclosingFunction, isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.clamp;

const MOST_FIELDS = 8;

export const clamp: Operator = {
  meta: {
    id: "clamp",
    title: "Keep a value within a bound",
    why: "A sum that exceeds its limit or falls below zero: the bound is available but was not applied.",
    cost: costs.prior,
    kinds: ["binary", "call"],
    most: 60,
    examples: [
      {
        language: "python",
        before: "def f(n, most):\n    return n + 1 if most else 0\n",
        after: "def f(n, most):\n    return min(n + 1, most) if most else 0\n",
      },
      {
        language: "python",
        before:
          "class A:\n    def __init__(self, most):\n        self.most = most\n\n    def f(self, n):\n        self.n = n * 2\n",
        after:
          "class A:\n    def __init__(self, most):\n        self.most = most\n\n    def f(self, n):\n        self.n = min(n * 2, self.most)\n",
      },
      {
        language: "javascript",
        before: "class A { #most; constructor(most) { this.#most = most; } f(n) { this.n = n + 1; } }",
        after:
          "class A { #most; constructor(most) { this.#most = most; } f(n) { this.n = Math.min(n + 1, this.#most); } }",
      },
      {
        language: "typescript",
        before: "function f(a: number, b: number) { return a - b; }",
        after: "function f(a: number, b: number) { return Math.max(a - b, 0); }",
      },
      {
        language: "go",
        before: "package p\nfunc f(n, most int) int { return n + 1 }",
        after: "package p\nfunc f(n, most int) int { return min(n + 1, most) }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return str(a)" },
      { language: "javascript", code: "function f(a) { return a.trim(); }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || !isWhole(site)) return;
    const kind = context.kindOf(site);
    if (kind !== "number" && (kind !== null || site.kind !== "binary")) return;
    const { write } = context.language;
    const whole = context.expression(site);
    const owner = enclosingFunction(site);
    const bounds: [string, number][] = [["0", costs.zero]];
    for (const each of context.variables(site))
      if (each.distance === 0 && each.definite && (each.kind === "number" || each.kind === null))
        bounds.push([each.name, each.kind === null ? costs.unknownVariable : costs.variable]);
    const near = owner === null ? [] : fieldsIn(owner, context);
    const fields = new Set([...near, ...keptFields(context), ...countedFields(context)]);
    for (const field of [...fields].slice(0, MOST_FIELDS)) bounds.push([field, costs.field]);
    for (const [bound, extra] of bounds) {
      if (bound === whole.text) continue;
      for (const wrapped of [write.least(whole, atom(bound)), write.greatest(whole, atom(bound))])
        if (wrapped !== null) yield replace(site, wrapped, extra + (kind === null ? costs.unknownKind : 0));
    }
  },
};

/** Not part of a larger sum. */
function isWhole(site: Parameters<Operator["propose"]>[0]): boolean {
  const { parent } = site;
  return parent !== null && parent.kind !== "binary" && parent.kind !== "unary" && parent.kind !== "group";
}
