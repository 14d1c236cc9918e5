import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["convert-each"];
/** Functions that accept any number of values. */
const COLLECTORS = /^(?:tuple|list|set|frozenset|sorted|sum|max|min|any|all)$/;
const PYTHON = ["int(each)", "float(each)", "str(each)", "each.strip()", "each.lower()"];
const JAVASCRIPT = [
  "map(Number)",
  "map(String)",
  "map((each) => each.trim())",
  "map((each) => each.toLowerCase())",
];

export const convertEach: Operator = {
  meta: {
    id: "convert-each",
    title: "Convert every element of a list",
    why: "Parts of a split string used as numbers without a conversion, or with surrounding spaces.",
    cost: costs.prior,
    kinds: ["identifier", "call", "attribute"],
    most: 5,
    examples: [
      {
        language: "python",
        before: "x = tuple(parts)",
        after: "x = tuple(int(each) for each in parts)",
      },
      {
        language: "python",
        before: 'x = s.split(",")',
        after: 'x = [each.strip() for each in s.split(",")]',
      },
      {
        language: "javascript",
        before: 'x = s.split(".");',
        after: 'x = s.split(".").map(Number);',
      },
      {
        language: "typescript",
        before: 'const x = s.split(",");',
        after: 'const x = s.split(",").map((each) => each.trim());',
      },
    ],
    leaves: [
      { language: "python", code: "x = len(xs)" },
      { language: "javascript", code: "x = xs.concat(ys);" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee" || site.role === "object") return;
    const isPython = context.language.id === "python";
    if (!isPython && !["javascript", "typescript"].includes(context.language.id)) return;
    const isParts = isSplit(site, context);
    const isCollected = isPython && isOnlyArgument(site, context);
    if (!isParts && !isCollected) return;
    const text = context.text(site);
    for (const [index, conversion] of (isPython ? PYTHON : JAVASCRIPT).entries()) {
      const extra = index * costs.perConversion;
      if (!isPython) yield replace(site, atom(`${text}.${conversion}`), extra);
      else if (isCollected) yield replace(site, atom(`${conversion} for each in ${text}`), extra);
      else yield replace(site, atom(`[${conversion} for each in ${text}]`), extra);
    }
  },
};

function isSplit(site: SyntaxNode, context: Context): boolean {
  const callee = site.kind === "call" ? child(site, "callee") : null;
  const method = callee?.kind === "attribute" ? child(callee, "property") : null;
  return method !== null && context.text(method) === "split";
}

function isOnlyArgument(site: SyntaxNode, context: Context): boolean {
  const call = site.parent?.kind === "arguments" ? site.parent.parent : null;
  const callee = call ? child(call, "callee") : null;
  return site.parent?.children.length === 1 && callee !== null && COLLECTORS.test(context.text(callee));
}
