import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { countedFields, fieldsIn, keptFields } from "../../propose/own-fields.ts";
import { atom, type Expression, infix } from "../../syntax/expression.ts";
import { child, enclosingFunction, isValue, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.clamp;

const MOST_FIELDS = 8;

export const clamp: Operator = {
  meta: {
    id: "clamp",
    title: "Keep a value within a bound",
    why: "A sum that exceeds its limit or falls below zero: the bound is available but was not applied.",
    cost: costs.prior,
    kinds: ["binary", "call", "augment"],
    most: 30,
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
        language: "python",
        before:
          "class A:\n    def __init__(self, most):\n        self.most = most\n        self.n = 0\n\n    def f(self, n):\n        self.n += n\n",
        after:
          "class A:\n    def __init__(self, most):\n        self.most = most\n        self.n = 0\n\n    def f(self, n):\n        self.n = min(self.n + n, self.most)\n",
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
    const kind = context.kindOf(site);
    if (site.kind === "augment") {
      const updated = updatedValue(site, context);
      const target = child(site, "target");
      if (updated === null || target === null) return;
      for (const [bounded, extra] of boundedValues(updated, site, context))
        yield put(site, `${context.text(target)} = ${bounded.text}`, extra);
      return;
    }
    if (!isValue(site) || !isWhole(site)) return;
    if (kind !== "number" && (kind !== null || site.kind !== "binary")) return;
    for (const [bounded, extra] of boundedValues(context.expression(site), site, context))
      yield replace(site, bounded, extra + (kind === null ? costs.unknownKind : 0));
  },
};

/** The value after `a += b`. */
function updatedValue(site: SyntaxNode, context: Context): Expression | null {
  const [target, value] = [child(site, "target"), child(site, "value")];
  const operator = /^([+-])=$/.exec(operatorOf(site))?.[1];
  if (target === null || value === null || operator === undefined) return null;
  return infix(operator, context.expression(target), context.expression(value));
}

/** A value kept at most or at least at each bound that is available. */
function* boundedValues(
  whole: Expression,
  site: SyntaxNode,
  context: Context,
): Generator<readonly [Expression, number]> {
  const { write } = context.language;
  const owner = enclosingFunction(site);
  const bounds: [string, number][] = [["0", costs.zero]];
  for (const each of context.variables(site))
    if (each.distance === 0 && each.definite && (each.kind === "number" || each.kind === null))
      bounds.push([each.name, each.kind === null ? costs.unknownVariable : costs.variable]);
  const near = owner === null ? [] : fieldsIn(owner, context);
  const fields = new Set([...near, ...keptFields(context), ...countedFields(context)]);
  for (const field of [...fields].slice(0, MOST_FIELDS)) bounds.push([field, costs.field]);
  for (const [bound, extra] of bounds) {
    if (whole.text.includes(bound) && bound !== "0") continue;
    for (const bounded of [write.least(whole, atom(bound)), write.greatest(whole, atom(bound))])
      if (bounded !== null) yield [bounded, extra];
  }
}

/** Not part of a larger sum. */
function isWhole(site: SyntaxNode): boolean {
  const { parent } = site;
  return parent !== null && parent.kind !== "binary" && parent.kind !== "unary" && parent.kind !== "group";
}
