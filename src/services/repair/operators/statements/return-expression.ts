import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["return-expression"];

export const returnExpression: Operator = {
  meta: {
    id: "return-expression",
    title: "Return something else",
    why: "A function that computes the result and returns a different value.",
    cost: costs.prior,
    kinds: ["return"],
    most: 60,
    examples: [
      {
        language: "python",
        before: "def f(a):\n    total = g(a)\n    return a",
        after: "def f(a):\n    total = g(a)\n    return total",
      },
      {
        language: "python",
        before: "def f(depth):\n    return True",
        after: "def f(depth):\n    return depth == 0",
      },
      {
        language: "javascript",
        before: "function f(a) { const b = g(a); return a; }",
        after: "function f(a) { const b = g(a); return b; }",
      },
      {
        language: "typescript",
        before: "function f(xs: string[]) { return null; }",
        after: "function f(xs: string[]) { return xs; }",
      },
      {
        language: "go",
        before: "package p\nfunc f(a int, b int) int { return 0 }",
        after: "package p\nfunc f(a int, b int) int { return b }",
      },
      {
        language: "rust",
        before: "fn f(a: i32) -> i32 { return 0; }",
        after: "fn f(a: i32) -> i32 { return a; }",
      },
      {
        language: "java",
        before: "class A { int f(int a) { return 0; } }",
        after: "class A { int f(int a) { return a; } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    const value = site.children[0];
    if (value === undefined || value.kind === "comment") return;
    const { write } = context.language;
    const was = context.text(value);
    const boolean = context.kindOf(value) === "boolean";
    for (const each of context.variables(value)) {
      const far = each.distance * costs.perDistance + (each.definite ? 0 : costs.indefinite);
      if (!boolean && each.name !== was) yield put(value, each.name, far);
      if (!boolean || each.kind === "function") continue;
      if (each.kind === "number" || each.kind === null) {
        yield put(value, `${each.name} ${write.equal} 0`, far + costs.equalsZero);
        yield put(value, `${each.name} > 0`, far + costs.aboveZero);
      }
      if (each.kind === "boolean" || each.kind === null) yield put(value, each.name, far + costs.asItIs);
      if (each.kind === "list" || each.kind === "string" || each.kind === "set") {
        const empty = write.isEmpty({ text: each.name, level: 13 });
        if (empty !== null) yield put(value, empty.text, far + costs.empty);
      }
    }
  },
};
