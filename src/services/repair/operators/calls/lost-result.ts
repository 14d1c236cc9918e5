import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { callOf, isCalledForItsEffect, RETURNS_NEW } from "../../propose/method-call.ts";
import { child, descendants, enclosingFunction, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["lost-result"];

const RETURNS_NEW_FROM_FIRST = /^(?:sorted|reversed|list|set|dict|int|float|str|abs|round)$/;
const MOST_ACCUMULATORS = 3;

export const lostResult: Operator = {
  meta: {
    id: "lost-result",
    title: "Keep the result of a call",
    why: "A result is computed and thrown away: it belongs in the running total, in the list, or back in the variable it was computed from.",
    cost: costs.prior,
    kinds: ["expression-statement"],
    most: 6,
    examples: [
      { language: "python", before: "s.strip()", after: "s = s.strip()" },
      {
        language: "python",
        before: "s.lower()\ns.strip()",
        after: "s = s.lower()\ns = s.strip()",
      },
      { language: "python", before: "sorted(xs)", after: "xs = sorted(xs)" },
      {
        language: "python",
        before:
          "def f(xs):\n    n = 0\n    for x in xs:\n        if g(x):\n            f(x)\n        else:\n            n += x\n    return n\n",
        after:
          "def f(xs):\n    n = 0\n    for x in xs:\n        if g(x):\n            n += f(x)\n        else:\n            n += x\n    return n\n",
      },
      { language: "python", before: "total + x", after: "total = total + x" },
      { language: "javascript", before: "s.trim();", after: "s = s.trim();" },
      {
        language: "javascript",
        before: "function f(x) { const out = []; g(x); out.push(1); return out; }",
        after: "function f(x) { const out = []; out.push(g(x)); out.push(1); return out; }",
      },
      { language: "typescript", before: "xs.filter(Boolean);", after: "xs = xs.filter(Boolean);" },
    ],
    leaves: [
      { language: "python", code: "xs.append(x)" },
      { language: "javascript", code: "xs.push(x);" },
    ],
  },
  *propose(site, context) {
    const [value] = site.children;
    if (value === undefined || !isStatement(site)) return;
    const { write } = context.language;
    const text = context.text(value);
    const source = computedFrom(value, context);
    if (source !== null) {
      yield put(site, write.assignment(source, text));
      yield* keepAll(site, context);
    }
    const call = callOf(value, context);
    if (call === null || isCalledForItsEffect(call)) return;
    const owner = enclosingFunction(site);
    const kept = owner === null ? [] : accumulatorsOf(owner, context).slice(0, MOST_ACCUMULATORS);
    for (const [at, accumulator] of kept.entries())
      yield put(site, write.statement(accumulator(text)), costs.accumulated + at * costs.perAccumulator);
  },
};

/** Whoever forgets the assignment once forgets it in the next lines too. */
function* keepAll(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const lost = (site.parent?.children ?? []).flatMap((each) => {
    const [value] = each.kind === "expression-statement" ? each.children : [];
    const source = value === undefined ? null : computedFrom(value, context);
    if (value === undefined || source === null) return [];
    return put(each, context.language.write.assignment(source, context.text(value))).edits;
  });
  if (lost.length > 1 && lost[0]?.start === site.start) yield { edits: lost, extra: 0 };
}

/** The variable whose new value the expression is. */
function computedFrom(value: SyntaxNode, context: Context): string | null {
  if (value.kind === "binary") return nameOf(child(value, "left"), context);
  const call = callOf(value, context);
  if (call === null) return null;
  const [first = null] = call.given;
  if (call.object !== null) return RETURNS_NEW.test(call.name) ? nameOf(call.object, context) : null;
  return RETURNS_NEW_FROM_FIRST.test(call.name) ? nameOf(first, context) : null;
}

function nameOf(node: SyntaxNode | null, context: Context): string | null {
  return node?.kind === "identifier" || node?.kind === "attribute" ? context.text(node) : null;
}

/** How the function adds to its totals and lists. */
function accumulatorsOf(owner: SyntaxNode, context: Context): readonly ((value: string) => string)[] {
  const found = new Map<string, (value: string) => string>();
  for (const node of descendants(owner)) {
    const target = node.kind === "augment" ? child(node, "target") : null;
    if (target?.kind === "identifier" && /^[+*|&-]=$/.test(node.operators[0]?.text ?? "")) {
      const head = `${context.text(target)} ${node.operators[0]?.text} `;
      found.set(head, (value) => head + value);
    }
    const call = callOf(node, context);
    if (call === null || call.object === null) continue;
    const callee = context.text(call.callee);
    if (context.language.adders.some(({ method, write }) => write === undefined && method === call.name))
      found.set(callee, (value) => `${callee}(${value})`);
  }
  return [...found.values()];
}
