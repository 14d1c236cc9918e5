import { COSTS } from "../../costs.ts";
import { removeStatement } from "../../propose/edits.ts";
import { enclosingFunction, isStatement } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

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
    ],
    most: 1,
    examples: [
      {
        language: "python",
        before: "def f(x):\n    x = g(x)\n    x = 0\n    return x\n",
        after: "def f(x):\n    x = g(x)\n    return x\n",
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
    if (!isStatement(site) || enclosingFunction(site) === null) return;
    if (context.text(site).includes("super")) return;
    const alone = (site.parent?.children.filter((each) => each.kind !== "comment").length ?? 0) <= 1;
    if (alone) return;
    yield removeStatement(context, site, site.kind === "if" ? costs.wholeIf : 0);
  },
};
