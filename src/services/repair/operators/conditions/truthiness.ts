import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { atom, type Expression, infix } from "../../syntax/expression.ts";
import { child, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.truthiness;

export const truthiness: Operator = {
  meta: {
    id: "truthiness",
    title: "Ask whether a value exists, not whether it is true",
    why: "Zero, the empty string and False are values too: a check for a missing value must let them through.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "subscript", "logical"],
    most: 2,
    examples: [
      { language: "python", before: "if a.limit:\n    g()", after: "if a.limit is not None:\n    g()" },
      { language: "python", before: "if not x:\n    g()", after: "if x is None:\n    g()" },
      { language: "python", before: "if d.get(k):\n    g()", after: "if k in d:\n    g()" },
      { language: "python", before: "if not d.get(k):\n    g()", after: "if k not in d:\n    g()" },
      { language: "python", before: "n = x or 10", after: "n = x if x is not None else 10" },
      { language: "javascript", before: "if (a.limit) g();", after: "if (a.limit != null) g();" },
      { language: "javascript", before: "if (m.get(k)) g();", after: "if (m.has(k)) g();" },
      { language: "typescript", before: "x = a.b ? a.b : 1;", after: "x = a.b != null ? a.b : 1;" },
    ],
    leaves: [
      { language: "python", code: "if a > 0:\n    g(a)" },
      { language: "javascript", code: "if (a > 0) g(a);" },
    ],
  },
  *propose(site, context) {
    const { write, id } = context.language;
    if (id === "go" || id === "rust" || id === "java") return;
    if (site.kind === "logical") {
      const [left, right] = [child(site, "left"), child(site, "right")];
      if (id !== "python" || operatorOf(site) !== "or" || left === null || right === null) return;
      if (!isPlain(left) || isCondition(site)) return;
      const value = context.expression(left);
      const chosen = write.conditional(write.isNotNull(value), value, context.expression(right));
      if (chosen !== null) yield replace(site, chosen, costs.fallback);
      return;
    }
    const negation = site.parent?.kind === "not" ? site.parent : null;
    const whole = negation ?? site;
    if (!isCondition(whole)) return;
    const entry = entryOf(site, context);
    if (entry !== null) yield replace(whole, entry(negation !== null), costs.entry);
    const value = context.expression(site);
    // Zero is the value that most often counts as missing by mistake.
    const extra = context.kindOf(site) === "number" ? costs.ofNumber : 0;
    yield replace(whole, negation === null ? write.isNotNull(value) : write.isNull(value), extra);
  },
};

function isPlain({ kind }: SyntaxNode): boolean {
  return kind === "identifier" || kind === "attribute" || kind === "subscript" || kind === "call";
}

/** A condition, or a part of one that `and` and `or` join. */
function isCondition(node: SyntaxNode): boolean {
  for (let each: SyntaxNode | null = node; each !== null; each = each.parent) {
    if (each.role === "condition") return true;
    const kind = each.parent?.kind;
    if (kind !== "logical" && kind !== "group" && kind !== "not") return false;
  }
  return false;
}

/** `k in d` for `d.get(k)`. */
function entryOf(site: SyntaxNode, context: Context): ((isNegated: boolean) => Expression) | null {
  const call = callOf(site, context);
  const [key, ...more] = call?.given ?? [];
  if (call?.name !== "get" || call.object === null || key === undefined || more.length > 0) return null;
  const { object } = call;
  if (context.language.id === "python")
    return (isNegated) =>
      infix(isNegated ? "not in" : "in", context.expression(key), context.expression(object));
  const has = atom(`${context.text(object)}.has(${context.text(key)})`);
  return (isNegated) => (isNegated ? context.language.write.not(has) : has);
}
