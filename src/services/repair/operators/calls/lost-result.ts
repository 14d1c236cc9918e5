import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { type Call, callOf, isCalledForItsEffect, RETURNS_NEW } from "../../propose/method-call.ts";
import { plainParameters } from "../../propose/parameters.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isStatement,
  operatorOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
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
      {
        language: "python",
        before: "def add(node, k):\n    if k < node.k:\n        add(node.left, k)\n    return node\n",
        after:
          "def add(node, k):\n    if k < node.k:\n        node.left = add(node.left, k)\n    return node\n",
      },
      {
        language: "python",
        before: "a = clean(a, 1)\nclean(b, 2)",
        after: "a = clean(a, 1)\nb = clean(b, 2)",
      },
      { language: "python", before: 'df.dropna(subset=["a"])', after: 'df = df.dropna(subset=["a"])' },
      { language: "javascript", before: "s.trim();", after: "s = s.trim();" },
      {
        language: "javascript",
        before: "class T { add(node, k) { if (!node) return k; this.add(node.left, k); return node; } }",
        after:
          "class T { add(node, k) { if (!node) return k; node.left = this.add(node.left, k); return node; } }",
      },
      {
        language: "go",
        before: "package p\nfunc add(n *N, k int) *N {\n\tadd(n.left, k)\n\treturn n\n}",
        after: "package p\nfunc add(n *N, k int) *N {\n\tn.left = add(n.left, k)\n\treturn n\n}",
      },
      {
        language: "javascript",
        before: "function f(x) { const out = []; g(x); out.push(1); return out; }",
        after: "function f(x) { const out = []; out.push(g(x)); out.push(1); return out; }",
      },
      { language: "typescript", before: "xs.filter(Boolean);", after: "xs = xs.filter(Boolean);" },
    ],
    leaves: [
      { language: "python", code: "xs.append(x)" },
      { language: "python", code: "def walk(node):\n    walk(node.left)\n    print(node)\n" },
      { language: "python", code: "df.dropna(inplace=True)" },
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
  if (RETURNS_NEW_FROM_FIRST.test(call.name) || isAssignedToFirst(call, context))
    return nameOf(first, context);
  const isInPlace = call.given.at(-1)?.kind === "keyword-argument" && /\binplace=/.test(context.text(value));
  return call.object !== null && RETURNS_NEW.test(call.name) && !isInPlace
    ? nameOf(call.object, context)
    : null;
}

/** Whether the file assigns such a call to its first argument elsewhere, or a recursive function returns it. */
function isAssignedToFirst({ callee, given: [first] }: Call, context: Context): boolean {
  if (first?.kind !== "attribute" && first?.kind !== "identifier") return false;
  const name = context.text(callee);
  if (new RegExp(`([\\w.]+) :?= ${escapeRegex(name)}\\(\\1\\b`).test(context.source)) return true;
  const owner = enclosingFunction(first);
  const [own, parameter] =
    owner === null
      ? []
      : [child(owner, "name"), plainParameters(owner, context)?.find((each) => each !== "self")];
  if (!owner || !own || parameter === undefined || first.kind !== "attribute") return false;
  if (name.replace(/^(?:self|this)\./, "") !== context.text(own)) return false;
  return new RegExp(`\\breturn ${parameter}\\b(?!\\.)`).test(context.text(owner));
}

function nameOf(node: SyntaxNode | null, context: Context): string | null {
  return node?.kind === "identifier" || node?.kind === "attribute" ? context.text(node) : null;
}

/** How the function adds to its totals and lists. */
function accumulatorsOf(owner: SyntaxNode, context: Context): readonly ((value: string) => string)[] {
  const found = new Map<string, (value: string) => string>();
  for (const node of descendants(owner)) {
    const target = node.kind === "augment" ? child(node, "target") : null;
    if (target?.kind === "identifier" && /^[+*|&-]=$/.test(operatorOf(node))) {
      const head = `${context.text(target)} ${operatorOf(node)} `;
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
