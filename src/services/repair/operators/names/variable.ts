import { COSTS } from "../../costs.ts";
import { type Context, fits } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.variable;

export const variable: Operator = {
  meta: {
    id: "variable",
    title: "Another variable",
    why: "The right expression with the wrong variable.",
    cost: costs.prior,
    kinds: ["identifier"],
    most: 30,
    examples: [
      {
        language: "python",
        before: "def f(start, end):\n    return g(start)",
        after: "def f(start, end):\n    return g(end)",
      },
      {
        language: "javascript",
        before: "function f(a, b) { return a + a; }",
        after: "function f(a, b) { return a + b; }",
      },
      {
        language: "typescript",
        before: "function f(a: number, b: number) { return a; }",
        after: "function f(a: number, b: number) { return b; }",
      },
      {
        language: "rust",
        before: "fn f(x: Option<i32>, k: i32) -> i32 { match x { Some(n) => k + 1, None => 0 } }",
        after: "fn f(x: Option<i32>, k: i32) -> i32 { match x { Some(n) => n + 1, None => 0 } }",
      },
      {
        language: "go",
        before: "package p\nfunc f(a T) {\n\tfor b := a; b.ok(); b = b.next() {\n\t\tg(a)\n\t}\n}",
        after: "package p\nfunc f(a T) {\n\tfor b := a; b.ok(); b = b.next() {\n\t\tg(b)\n\t}\n}",
      },
      {
        language: "go",
        before: "package p\nfunc f(a int, b int) int { return a }",
        after: "package p\nfunc f(a int, b int) int { return b }",
      },
      {
        language: "rust",
        before: "fn f(a: i32, b: i32) -> i32 { g(a) }",
        after: "fn f(a: i32, b: i32) -> i32 { g(b) }",
      },
      {
        language: "java",
        before: "class A { int f(int a, int b) { return a; } }",
        after: "class A { int f(int a, int b) { return b; } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a.b(); }" },
    ],
  },
  *propose(site, context) {
    const target =
      site.role === "target" && site.parent?.kind !== "for-each" && site.parent?.kind !== "for-clause";
    if ((!isValue(site) && !target) || site.role === "callee") return;
    const name = context.text(site);
    const kind = context.kindOf(site);
    const last = isLastUse(site, name, context) ? costs.lastUse : 0;
    for (const other of context.variables(site)) {
      if (other.name === name || !fits(kind, other.kind)) continue;
      const known = kind !== null && other.kind === kind ? 0 : costs.otherKind;
      const extra =
        last +
        known -
        (other.unused ? costs.unusedParameter : 0) +
        (other.definite ? 0 : costs.indefinite) +
        other.distance * costs.perDistance +
        (target ? costs.target : 0);
      yield put(site, other.name, extra);
    }
  },
};

/** Whether the change would leave a variable that is set and never read. */
function isLastUse(site: SyntaxNode, name: string, context: Context): boolean {
  const owner = enclosingFunction(site);
  if (owner === null) return false;
  const uses = context
    .text(owner)
    .match(new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"));
  return uses !== null && uses.length <= 2;
}
