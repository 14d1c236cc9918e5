import { COSTS } from "../../costs.ts";
import { removeStatement } from "../../propose/edits.ts";
import {
  ancestors,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["delete-statement"];

export const deleteStatement: Operator = {
  meta: {
    id: "delete-statement",
    title: "Delete a statement",
    why: "A leftover: a reset, an early return or a second update that undoes the work. Expensive, because deleting a feature also makes tests pass.",
    cost: costs.prior,
    kinds: [
      "expression-statement",
      "return",
      "if",
      "break",
      "continue",
      "throw",
      "assign",
      "augment",
      "update",
      "else",
    ],
    most: 1,
    examples: [
      {
        language: "python",
        before: "def f(x):\n    x = g(x)\n    x = 0\n    return x\n",
        after: "def f(x):\n    x = g(x)\n    return x\n",
      },
      {
        language: "python",
        before:
          "def f(xs):\n    for x in xs:\n        if x:\n            return 1\n        else:\n            return 2\n    return 2\n",
        after: "def f(xs):\n    for x in xs:\n        if x:\n            return 1\n    return 2\n",
      },
      {
        language: "javascript",
        before: "function f() {\n  a();\n  b();\n}\n",
        after: "function f() {\n  b();\n}\n",
      },
      {
        language: "typescript",
        before: "function f() {\n  a();\n  b();\n}\n",
        after: "function f() {\n  a();\n}\n",
      },
      {
        language: "go",
        before: "package p\nfunc f() {\n\ta()\n\tb()\n}\n",
        after: "package p\nfunc f() {\n\tb()\n}\n",
      },
      { language: "rust", before: "fn f() {\n    a();\n    b();\n}\n", after: "fn f() {\n    b();\n}\n" },
      {
        language: "java",
        before: "class A { void f() {\n  a();\n  b();\n} }\n",
        after: "class A { void f() {\n  b();\n} }\n",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "a();\nb();" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "else") {
      yield* deleteElse(site);
      return;
    }
    if (!isStatement(site) || enclosingFunction(site) === null) return;
    if (context.text(site).includes("super")) return;
    const alone = (site.parent?.children.filter((each) => each.kind !== "comment").length ?? 0) <= 1;
    if (alone) return;
    yield removeStatement(context, site, site.kind === "if" ? costs.wholeIf : 0);
  },
};

/** A loop that exits in both branches never reaches its second round. */
function* deleteElse(site: SyntaxNode): Generator<SitePatch> {
  const before = site.parent?.children.filter(({ end }) => end <= site.start).at(-1);
  if (before === undefined || site.parent?.kind !== "if" || enclosingFunction(site) === null) return;
  const isInLoop = [...ancestors(site)].some(({ kind }) => kind.startsWith("for-") || kind === "while");
  const exits = descendants(site).some(({ kind }) => kind === "return" || kind === "break");
  const extra = isInLoop && exits ? costs.elseThatExits : costs.wholeElse;
  yield { edits: [{ start: before.end, end: site.end, text: "" }], extra };
}
