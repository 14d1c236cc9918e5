import { COSTS } from "../../costs.ts";
import { callOf, isCalledForItsEffect } from "../../propose/method-call.ts";
import { child, descendants, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["return-call"];

export const returnCall: Operator = {
  meta: {
    id: "return-call",
    title: "Return the result of a call",
    why: "A forgotten `return`: the work is done and its result is lost.",
    cost: costs.prior,
    kinds: ["expression-statement"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "def f(x):\n    if x == 0:\n        return 1\n    g(x)\n",
        after: "def f(x):\n    if x == 0:\n        return 1\n    return g(x)\n",
      },
      {
        language: "javascript",
        before: "const run = (i) => { if (i > 9) return last(); steps[i](() => run(i + 1)); };",
        after: "const run = (i) => { if (i > 9) return last(); return steps[i](() => run(i + 1)); };",
      },
      {
        language: "typescript",
        before: "function f(x: number) { this.save(x); }",
        after: "function f(x: number) { return this.save(x); }",
      },
      {
        language: "java",
        before: "class A { int f(int x) { if (x == 0) return 1; g(x); } }",
        after: "class A { int f(int x) { if (x == 0) return 1; return g(x); } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    a.append(1)" },
      { language: "javascript", code: "function f(a) { a.push(1); }" },
    ],
  },
  *propose(site, context) {
    const [value] = site.children;
    if (value === undefined || !isStatement(site) || (value.kind !== "call" && value.kind !== "await"))
      return;
    const owner = routineAround(site);
    const call = callOf(value, context);
    if (owner === null || (call?.object && isCalledForItsEffect(call))) return;
    const last = site.parent?.children.at(-1) === site;
    const answers = descendants(owner).some(
      (node) => node.kind === "return" && node.children.length > 0 && routineAround(node) === owner,
    );
    const extra = (last ? 0 : costs.notLast) + (answers ? 0 : costs.noOtherAnswer);
    yield { edits: [{ start: site.start, end: site.start, text: "return " }], extra };
  },
};

/** A lambda with statements is a function too. */
function routineAround(node: SyntaxNode): SyntaxNode | null {
  for (let each = node.parent; each !== null; each = each.parent) {
    if (each.kind === "function") return each;
    if (each.kind === "lambda" && child(each, "body")?.kind === "block") return each;
  }
  return null;
}
