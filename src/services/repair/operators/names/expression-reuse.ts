import { COSTS } from "../../costs.ts";
import { type Context, fits } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { contains, descendants, enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["expression-reuse"];

const REUSED = new Set(["subscript", "attribute", "call", "binary", "comparison"]);
/** Different expressions that are tried at one place; in a long function, later ones are seldom right. */
const MOST_REUSED = 60;
/** Longer expressions are seldom written twice. */
const LONGEST_REUSED = 60;
/** An expression this long was written on purpose, so a plain variable seldom replaces it. */
const LONG_EXPRESSION = 40;
/** Lines between two places that a reader sees together. */
const NEAR_LINES = 2;

export const expressionReuse: Operator = {
  meta: {
    id: "expression-reuse",
    title: "An expression from elsewhere in the function, or a plain variable",
    why: "The right expression is often a few lines away, or already in a variable.",
    cost: costs.prior,
    kinds: ["subscript", "attribute", "call", "identifier", "number", "binary", "comparison"],
    most: 40,
    examples: [
      {
        language: "python",
        before: "def f(d, u, v):\n    if d[v] > 1:\n        d[u] = 1",
        after: "def f(d, u, v):\n    if d[v] > 1:\n        d[v] = 1",
      },
      {
        language: "python",
        before: "def f(q, total):\n    return get(q) + 1",
        after: "def f(q, total):\n    return total + 1",
      },
      {
        language: "javascript",
        before: "function f(a, n) { const m = a.length; return n; }",
        after: "function f(a, n) { const m = a.length; return a.length; }",
      },
      {
        language: "typescript",
        before: "function f(a: number[], n: number) { return g(a) + n; }",
        after: "function f(a: number[], n: number) { return n + n; }",
      },
      {
        language: "go",
        before: "package p\nfunc f(a []int, n int) int { return g(a) }",
        after: "package p\nfunc f(a []int, n int) int { return n }",
      },
      {
        language: "java",
        before: "class A { int f(int a, int n) { return g(a); } }",
        after: "class A { int f(int a, int n) { return n; } }",
      },
    ],
    leaves: [
      { language: "python", code: "size = a[0] + b[1]" },
      { language: "javascript", code: "const size = a[0] + b[1];" },
    ],
  },
  *propose(site, context) {
    const target = site.role === "target" && site.kind === "subscript";
    if ((!isValue(site) && !target) || site.role === "callee") return;
    const owner = enclosingFunction(site);
    if (owner === null) return;
    const kind = context.kindOf(site);
    const own = context.text(site);
    if (!target && site.kind !== "identifier") {
      for (const each of context.variables(site)) {
        if (each.distance > 0 || each.kind === "function" || !fits(kind, each.kind) || each.name === own)
          continue;
        const unsure =
          (kind !== null && each.kind === kind ? 0 : costs.otherKind) -
          (each.unused ? costs.unusedParameter : 0) -
          (isStep(site) ? costs.step : 0);
        yield replace(
          site,
          each.name,
          unsure +
            (each.definite ? 0 : costs.indefinite) +
            (own.length > LONG_EXPRESSION ? costs.longExpression : 0),
        );
      }
    }
    const tried = new Set([own]);
    for (const node of descendants(owner)) {
      if (tried.size > MOST_REUSED) return;
      if (!REUSED.has(node.kind) || node.role === "callee" || contains(site, node)) continue;
      if (target ? node.kind !== "subscript" : !isValue(node) || node.role === "target") continue;
      const text = context.text(node);
      if (
        tried.has(text) ||
        text.length > LONGEST_REUSED ||
        text.includes("\n") ||
        !fits(kind, context.kindOf(node))
      )
        continue;
      if (!sameSort(site, node, kind !== null) || !isVisible(node, site, context)) continue;
      tried.add(text);
      const simple = site.kind === "identifier" || site.kind === "number" ? costs.simpleSite : 0;
      const near = Math.abs(node.line - site.line) <= NEAR_LINES ? 0 : costs.farLine;
      yield replace(
        site,
        context.expression(node),
        costs.expression + simple + near + (kind === null ? costs.unknownKind : 0),
      );
    }
  },
};

/** Whether every variable of an expression is visible at another place too. */
function isVisible(node: SyntaxNode, site: SyntaxNode, context: Context): boolean {
  const isKnown = (at: SyntaxNode, name: string) => context.variables(at).some((each) => each.name === name);
  return descendants(node).every((each) => {
    const name = each.kind === "identifier" ? context.text(each) : null;
    return name === null || isKnown(site, name) || !isKnown(node, name);
  });
}

/** Without a known kind, an expression is replaced only by one of the same form. */
function sameSort(site: SyntaxNode, node: SyntaxNode, known: boolean): boolean {
  if (node.kind === "comparison" || site.kind === "comparison") return node.kind === site.kind;
  return known || node.kind === site.kind || (node.kind !== "binary" && site.kind !== "number");
}

/** A number that advances or ends a loop: often a parameter written as a constant. */
function isStep(site: SyntaxNode): boolean {
  return site.kind === "number" && (site.parent?.kind === "augment" || site.parent?.kind === "comparison");
}
