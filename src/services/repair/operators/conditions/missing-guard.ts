import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertBefore, under } from "../../propose/edits.ts";
import { mayReturn } from "../../propose/results.ts";
import { atom } from "../../syntax/expression.ts";
import {
  descendants,
  enclosingFunction,
  isStatement,
  type Kind,
  returnsOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";
import { PLACES } from "../places.ts";

const costs = COSTS["missing-guard"];

const PLAIN: ReadonlySet<Kind> = new Set(["number", "string", "boolean", "null", "list", "dict"]);

export const missingGuard: Operator = {
  meta: {
    id: "missing-guard",
    title: "Return early if there is nothing to do",
    why: "Empty and absent inputs that the author did not consider.",
    cost: costs.prior,
    kinds: PLACES,
    most: 40,
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
      {
        language: "go",
        before:
          "package p\nfunc f(l *List) bool {\n\tif l.head.value == 1 {\n\t\treturn true\n\t}\n\treturn false\n}",
        after:
          "package p\nfunc f(l *List) bool {\n\tif l.head == nil {\n\t\treturn false\n\t}\n\tif l.head.value == 1 {\n\t\treturn true\n\t}\n\treturn false\n}",
      },
      {
        language: "rust",
        before: "fn f(xs: &[i32]) -> i32 {\n    return xs[0];\n}",
        after:
          "fn f(xs: &[i32]) -> i32 {\n    if xs.is_empty() {\n        return 0;\n    }\n    return xs[0];\n}",
      },
      {
        language: "java",
        before: "class A { String f(String a) {\n  return a.trim();\n} }",
        after:
          "class A { String f(String a) {\n  if (a == null) {\n    return null;\n  }\n  return a.trim();\n} }",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    return 1" },
      { language: "javascript", code: "return_(a.b);" },
    ],
  },
  *propose(site, context) {
    if (!isStatement(site) || enclosingFunction(site) === null) return;
    const { write } = context.language;
    const isTyped = context.language.kindOfType !== undefined;
    const used = new Set<string>();
    for (const node of descendants(site)) if (node.kind === "identifier") used.add(context.text(node));
    const first = site.parent?.children[0] === site ? 0 : costs.notFirst;
    for (const object of objectsIn(site, context)) {
      for (const answer of returned(site, context)) {
        if (!mayReturn(site, answer, context)) continue;
        const code = under(write.isNull(atom(object)).text, write.returning(answer), site, context);
        yield insertBefore(context, site, code, first + costs.member);
      }
    }
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
        const possible = new Set([...returned(site, context), ...answers(each.name, write), ""]);
        const likely = [...possible].filter(
          (answer) => (answer !== "" || isTyped) && mayReturn(site, answer, context),
        );
        for (const [at, answer] of likely.entries()) {
          const extra = first + index * costs.perTest + at * costs.perAnswer;
          yield insertBefore(context, site, under(test, write.returning(answer), site, context), extra);
        }
      }
    }
  },
};

/** Plain values that the function returns elsewhere: literals and similar, or several at once. */
function returned(site: SyntaxNode, context: Context): readonly string[] {
  const owner = enclosingFunction(site);
  const found = new Set<string>();
  for (const { children } of owner === null ? [] : returnsOf(owner)) {
    const [value] = children;
    if (value === undefined) continue;
    const parts = value.kind === "tuple" ? value.children : [value];
    if (parts.every((each) => PLAIN.has(each.kind))) found.add(context.text(value));
  }
  return [...found].slice(0, 3);
}

/** Members whose own members are used: `a.b` in `a.b.c`. */
function objectsIn(site: SyntaxNode, context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of descendants(site))
    if (node.kind === "attribute" && node.role === "object" && node.parent?.kind === "attribute")
      found.add(context.text(node));
  return found;
}

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
