import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { indentAt } from "../../propose/edits.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["split-loop"];

export const splitLoop: Operator = {
  meta: {
    id: "split-loop",
    title: "Check everything before changing anything",
    why: "A loop that checks each item and changes something for it has already changed some when a later check fails.",
    cost: costs.prior,
    kinds: ["for-each", "for-classic"],
    most: 2,
    examples: [
      {
        language: "python",
        before:
          "def f(d, xs):\n    for x in xs:\n        if x < 0:\n            raise ValueError(x)\n        d[x] = 1\n",
        after:
          "def f(d, xs):\n    for x in xs:\n        if x < 0:\n            raise ValueError(x)\n    for x in xs:\n        d[x] = 1\n",
      },
      {
        language: "javascript",
        before:
          "function f(d, xs) {\n  for (const x of xs) {\n    if (x < 0) throw x;\n    d.push(x);\n  }\n}\n",
        after:
          "function f(d, xs) {\n  for (const x of xs) {\n    if (x < 0) throw x;\n  }\n  for (const x of xs) {\n    d.push(x);\n  }\n}\n",
      },
      {
        language: "go",
        before:
          "package p\n\nfunc f(d map[int]int, xs []int) bool {\n\tfor _, x := range xs {\n\t\tif x < 0 {\n\t\t\treturn false\n\t\t}\n\t\td[x] = 1\n\t}\n\treturn true\n}\n",
        after:
          "package p\n\nfunc f(d map[int]int, xs []int) bool {\n\tfor _, x := range xs {\n\t\tif x < 0 {\n\t\t\treturn false\n\t\t}\n\t}\n\tfor _, x := range xs {\n\t\td[x] = 1\n\t}\n\treturn true\n}\n",
      },
    ],
    leaves: [
      { language: "python", code: "for x in xs:\n    if x:\n        continue\n    f(x)\n" },
      {
        language: "python",
        code: "for x in xs:\n    y = g(x)\n    if y < 0:\n        raise E\n    d[x] = y\n",
      },
      { language: "javascript", code: "for (const x of xs) { f(x); g(x); }" },
    ],
  },
  *propose(site, context) {
    const { source } = context;
    const statements = child(site, "body")?.children.filter(({ kind }) => kind !== "comment") ?? [];
    const [first] = statements;
    if (first === undefined) return;
    const header = source.slice(site.start, first.start).trimEnd();
    const indent = indentAt(source, site.start);
    const end = header.endsWith("{") ? `${indent}}\n` : "";
    if (header.includes("\n")) return;
    for (const [at, statement] of statements.entries()) {
      if (!isCheck(statements[at - 1]) || isCheck(statement)) continue;
      const lineStart = source.lastIndexOf("\n", statement.start) + 1;
      const isOnOwnLine = source.slice(lineStart, statement.start).trim() === "";
      if (!isOnOwnLine || sharesNames(statements.slice(0, at), statements.slice(at), context)) continue;
      yield { edits: [{ start: lineStart, end: lineStart, text: `${end}${indent}${header}\n` }], extra: 0 };
    }
  },
};

/** An `if` that ends the function. */
function isCheck(statement: SyntaxNode | undefined): boolean {
  return (
    statement?.kind === "if" &&
    descendants(statement).some(({ kind }) => kind === "throw" || kind === "return") &&
    !descendants(statement).some(({ kind }) => kind === "continue" || kind === "break")
  );
}

/** Whether the second part reads what the first one sets. */
function sharesNames(first: readonly SyntaxNode[], second: readonly SyntaxNode[], context: Context): boolean {
  const set = first.flatMap((each) =>
    [each, ...descendants(each)].flatMap((node) => {
      const target = child(node, "target") ?? (node.kind === "declaration" ? child(node, "name") : null);
      return target === null ? [] : (context.text(target).match(/\w+/g) ?? []);
    }),
  );
  const words = new Set(second.flatMap((each) => context.text(each).match(/\w+/g) ?? []));
  return set.some((name) => words.has(name));
}
