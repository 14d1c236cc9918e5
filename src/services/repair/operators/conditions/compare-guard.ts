import { COSTS } from "../../costs.ts";
import type { Context, Variable } from "../../propose/context.ts";
import { indentAt, indentStep, insertBefore } from "../../propose/edits.ts";
import { mayReturn } from "../../propose/results.ts";
import { atom, infix } from "../../syntax/expression.ts";
import {
  descendants,
  enclosingFunction,
  isStatement,
  returnsOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["compare-guard"];
const MOST_VARIABLES = 4;
const MOST_ANSWERS = 3;

export const compareGuard: Operator = {
  meta: {
    id: "compare-guard",
    title: "Return early if two values are equal, or two sizes are not",
    why: "Comparing two sequences item by item needs the same length; replacing a value with itself needs no work.",
    cost: costs.prior,
    kinds: ["for-each", "for-classic", "while", "return", "expression-statement", "declaration"],
    most: 16,
    examples: [
      {
        language: "python",
        before:
          "def same(a: str, b: str):\n    for c in a:\n        if c not in b:\n            return False\n    return True\n",
        after:
          "def same(a: str, b: str):\n    if len(a) != len(b):\n        return False\n    for c in a:\n        if c not in b:\n            return False\n    return True\n",
      },
      {
        language: "python",
        before: "def fill(old, new):\n    spread(old, new)\n",
        after: "def fill(old, new):\n    if old == new:\n        return\n    spread(old, new)\n",
      },
      {
        language: "javascript",
        before: "function fill(old, next) {\n  spread(old, next);\n}",
        after: "function fill(old, next) {\n  if (old === next) {\n    return;\n  }\n  spread(old, next);\n}",
      },
      {
        language: "go",
        before: "package p\nfunc fill(old, next int) {\n\tspread(old, next)\n}",
        after:
          "package p\nfunc fill(old, next int) {\n\tif old == next {\n\t\treturn\n\t}\n\tspread(old, next)\n}",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    const { write } = context.language;
    const indent = indentAt(context.source, site.start);
    const step = indentStep(context.source);
    const answers = answersOf(owner, context).filter((answer) => mayReturn(site, answer, context));
    const guard = (test: string, answer: string, extra: number) =>
      insertBefore(context, site, write.when(test, write.returning(answer), indent, step), extra);
    for (const [at, [left, right]] of pairsIn(site, context).entries()) {
      const [a, b] = [atom(left.name), atom(right.name)];
      const [sizeOfA, sizeOfB] = [write.length(a), write.length(b)];
      const areSized = [left, right].every(({ kind }) => kind === "list" || kind === "string");
      for (const [index, answer] of answers.entries()) {
        const extra = at * costs.perPair + index * costs.perAnswer;
        if (areSized && sizeOfA !== null && sizeOfB !== null && answer !== "")
          yield guard(infix(write.notEqual, sizeOfA, sizeOfB).text, answer, extra);
        yield guard(infix(write.equal, a, b).text, answer, extra + costs.equal);
      }
    }
  },
};

/** Pairs of the function's own variables that the statement uses and that may be compared. */
function pairsIn(site: SyntaxNode, context: Context): readonly (readonly [Variable, Variable])[] {
  const used = new Set(
    descendants(site)
      .filter(({ kind }) => kind === "identifier")
      .map((node) => context.text(node)),
  );
  const near = context
    .variables(site)
    .filter(
      (each) =>
        each.distance === 0 &&
        each.definite &&
        used.has(each.name) &&
        !/^(?:self|this)$/.test(each.name) &&
        each.kind !== "function" &&
        each.kind !== "boolean",
    )
    .slice(0, MOST_VARIABLES);
  return near
    .flatMap((left, index) => near.slice(index + 1).map((right) => [left, right] as const))
    .filter(([left, right]) => left.kind === right.kind);
}

/** Plain values that the function returns elsewhere, or nothing if it returns none. */
function answersOf(owner: SyntaxNode, context: Context): readonly string[] {
  const values = returnsOf(owner).flatMap(({ children }) => children.slice(0, 1));
  if (values.length === 0) return [""];
  const plain = values.filter(({ kind }) =>
    ["number", "string", "boolean", "null", "list", "identifier"].includes(kind),
  );
  return [...new Set(plain.map((node) => context.text(node)))].slice(0, MOST_ANSWERS);
}
