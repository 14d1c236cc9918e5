import { indentAt, indentStep, insertBefore } from "../propose/edits.ts";
import { atom } from "../syntax/expression.ts";
import { descendants, enclosingFunction, isStatement } from "../syntax/node.ts";
import type { Operator } from "./operator.ts";

export const missingGuard: Operator = {
  meta: {
    id: "missing-guard",
    title: "Leave early when there is nothing to work on",
    why: "Empty and absent inputs that nobody thought of.",
    cost: 2.4,
    kinds: ["if", "for-each", "while", "for-classic", "return", "expression-statement", "declaration"],
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    return xs[0]",
        after: "def f(xs):\n    if not xs:\n        return None\n    return xs[0]",
      },
      {
        language: "javascript",
        before: "function f(a) {\n  return a.b;\n}",
        after: "function f(a) {\n  if (a == null) {\n    return null;\n  }\n  return a.b;\n}",
      },
      {
        language: "typescript",
        before: "function f(xs: number[]) {\n  return xs[0];\n}",
        after: "function f(xs: number[]) {\n  if (xs.length === 0) {\n    return 0;\n  }\n  return xs[0];\n}",
      },
    ],
  },
  *propose(site, context) {
    if (!isStatement(site) || enclosingFunction(site) === null) return;
    const { write } = context.language;
    const used = new Set<string>();
    for (const node of descendants(site)) if (node.kind === "identifier") used.add(context.text(node));
    const first = site.parent?.children[0] === site ? 0 : 0.5;
    const indent = indentAt(context.source, site.start);
    const step = indentStep(context.source);
    for (const each of context.variables(site)) {
      if (!used.has(each.name) || each.distance > 0 || !each.definite || each.kind === "function") continue;
      const operand = atom(each.name);
      const tests = [];
      if (each.kind !== "number" && each.kind !== "boolean") tests.push(write.isNull(operand).text);
      const empty = write.isEmpty(operand);
      if (empty !== null && (each.kind === null || each.kind === "list" || each.kind === "string"))
        tests.unshift(empty.text);
      if (each.kind === "number")
        tests.push(`${each.name} ${write.equal} 0`, `${each.name} < 0`, `${each.name} <= 1`);
      for (const [index, test] of tests.entries()) {
        for (const [at, answer] of answers(each.name, context.language.write).entries()) {
          const extra = first + index * 0.3 + at * 0.15;
          yield insertBefore(context, site, write.when(test, write.returning(answer), indent, step), extra);
        }
      }
    }
  },
};

function answers(
  name: string,
  write: { null: string; false: string; true: string; emptyList: string | null },
) {
  return [
    name,
    write.null,
    "0",
    write.false,
    ...(write.emptyList === null ? [] : [write.emptyList]),
    '""',
    write.true,
    "1",
  ];
}
