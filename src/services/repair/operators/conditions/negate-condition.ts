import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { child, isValue, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["negate-condition"];

export const negateCondition: Operator = {
  meta: {
    id: "negate-condition",
    title: "Negate a condition, or remove a negation",
    why: "A check for the opposite of what was intended.",
    cost: costs.prior,
    kinds: ["if", "while", "conditional", "logical", "not", "return"],
    most: 2,
    examples: [
      { language: "python", before: "if ready:\n    go()", after: "if not ready:\n    go()" },
      { language: "python", before: "x = not a", after: "x = a" },
      { language: "javascript", before: "if (ready) go();", after: "if (!ready) go();" },
      { language: "typescript", before: "const x = !a && b;", after: "const x = a && b;" },
      {
        language: "go",
        before: "package p\nfunc f() { if ready { g() } }",
        after: "package p\nfunc f() { if !ready { g() } }",
      },
      {
        language: "go",
        before: "package p\nvar f = func(r rune) bool { return unicode.IsLetter(r) }",
        after: "package p\nvar f = func(r rune) bool { return !unicode.IsLetter(r) }",
      },
      { language: "rust", before: "fn f() { if ready { g(); } }", after: "fn f() { if !ready { g(); } }" },
      {
        language: "java",
        before: "class A { void f() { if (ready) g(); } }",
        after: "class A { void f() { if (!ready) g(); } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    if a == b:\n        g()" },
      { language: "javascript", code: "function f(a, b) { if (a === b) g(); }" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "not") {
      const operand = site.children[0];
      if (operand !== undefined) yield replace(site, context.expression(operand));
      return;
    }
    for (const condition of conditions(site)) {
      const bare = unwrap(condition);
      if (bare.kind === "not" || bare.kind === "boolean" || bare.kind === "comparison" || !isValue(bare))
        continue;
      if (site.kind === "return" && context.kindOf(bare) !== "boolean" && !isQuestion(bare, context))
        continue;
      yield replace(
        bare,
        context.language.write.not(context.expression(bare)),
        bare.kind === "logical" ? costs.logical : 0,
      );
    }
  },
};

/** `isLetter(c)`, `text.startsWith(x)`: calls that return a boolean, judging by their names. */
function isQuestion(node: SyntaxNode, context: Context): boolean {
  const callee = node.kind === "call" ? child(node, "callee") : null;
  return callee !== null && QUESTION.test(context.text(callee));
}

const QUESTION =
  /(?:^|[._])(?:(?:is|has|can|should|Is|Has|Can)(?:[A-Z_]|(?=[a-z]+$))|contains|includes|Contains|starts|ends)\w*$/;

function conditions(site: SyntaxNode): readonly SyntaxNode[] {
  if (site.kind === "logical" || site.kind === "return") return site.children;
  const condition = child(site, "condition");
  return condition === null ? [] : [condition];
}
