import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, infix } from "../../syntax/expression.ts";
import { child, isValue, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["off-by-one"];

export const offByOne: Operator = {
  meta: {
    id: "off-by-one",
    title: "One more or one less",
    why: "Bounds, indices and recursive arguments that stop or start one step too early or too late.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "binary", "subscript"],
    most: 2,
    examples: [
      { language: "python", before: "for i in range(0, r): pass", after: "for i in range(0, r + 1): pass" },
      { language: "python", before: "x = search(mid, end)", after: "x = search(mid + 1, end)" },
      { language: "javascript", before: "x = a[i];", after: "x = a[i - 1];" },
      { language: "typescript", before: "const x = a.slice(0, n);", after: "const x = a.slice(0, n + 1);" },
      {
        language: "go",
        before: "package p\nvar x = a[i]",
        after: "package p\nvar x = a[i-1]".replace("i-1", "i - 1"),
      },
      { language: "rust", before: "fn f() { g(n); }", after: "fn f() { g(n + 1); }" },
      { language: "java", before: "class A { int x = a[i]; }", after: "class A { int x = a[i - 1]; }" },
    ],
    leaves: [
      { language: "python", code: 'def f():\n    return "a".upper()' },
      { language: "javascript", code: "function f(i) { return i + 1; }" },
      { language: "python", code: "def f(xs):\n    return sorted(xs)" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee" || isCounted(site) || isCounted(site.parent)) return;
    if (isCollection(site, context)) return;
    const kind = context.kindOf(site);
    if (kind !== null && kind !== "number") return;
    const extra = likely(site) ? 0 : costs.unlikelyPlace;
    const unsure = kind === "number" ? 0 : costs.unknownKind;
    const whole = context.expression(site);
    for (const operator of ["+", "-"]) yield replace(site, infix(operator, whole, atom("1")), extra + unsure);
  },
};

/** Functions whose first argument is never a number. */
const TAKES_COLLECTION =
  /^(?:len|sorted|reversed|list|tuple|set|dict|enumerate|any|all|sum|isinstance|Object\.\w+|Array\.\w+|JSON\.\w+|append|copy|cap)$/;

function isCollection(site: SyntaxNode, context: Context): boolean {
  const call = site.parent?.kind === "arguments" ? site.parent.parent : null;
  const callee = call?.kind === "call" ? child(call, "callee") : null;
  const isFirst = site.parent?.children[0] === site;
  return callee !== null && isFirst && TAKES_COLLECTION.test(context.text(callee));
}

/** `k - 1 + 1`: another operator already proposes changing or dropping the number. */
function isCounted(node: SyntaxNode | null): boolean {
  const operator = node?.kind === "binary" ? operatorOf(node) : undefined;
  if (operator !== "+" && operator !== "-") return false;
  return node?.children.some((each) => each.kind === "number") === true;
}

/** Places where counts and positions occur. */
function likely(site: SyntaxNode): boolean {
  const parent = site.parent?.kind;
  if (site.role === "index" || parent === "slice" || parent === "arguments" || parent === "comparison")
    return true;
  return parent === "tuple" && site.parent?.role === "index";
}
