import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { indentAt, insertBefore } from "../../propose/edits.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isStatement,
  remembered,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["reuse-guard"];
const LONGEST = 160;
const MOST_GUARDS = 12;

export const reuseGuard: Operator = {
  meta: {
    id: "reuse-guard",
    title: "Repeat a check that a similar function makes",
    why: "One function rejects or skips an input at the start, and its sibling does not.",
    cost: costs.prior,
    kinds: [
      "if",
      "for-each",
      "for-classic",
      "while",
      "return",
      "expression-statement",
      "declaration",
      "assign",
      "augment",
    ],
    most: 6,
    examples: [
      {
        language: "python",
        before:
          'def put(n):\n    if n <= 0:\n        raise ValueError("n")\n    a(n)\n\n\ndef take(n):\n    b(n)\n',
        after:
          'def put(n):\n    if n <= 0:\n        raise ValueError("n")\n    a(n)\n\n\ndef take(n):\n    if n <= 0:\n        raise ValueError("n")\n    b(n)\n',
      },
      {
        language: "javascript",
        before:
          "function f(a) {\n  if (!a) return 0;\n  return g(a);\n}\nfunction h(a) {\n  return i(a);\n}\n",
        after:
          "function f(a) {\n  if (!a) return 0;\n  return g(a);\n}\nfunction h(a) {\n  if (!a) return 0;\n  return i(a);\n}\n",
      },
      {
        language: "go",
        before:
          "package p\nfunc f(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn g(n)\n}\nfunc h(n int) int {\n\treturn i(n)\n}\n",
        after:
          "package p\nfunc f(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn g(n)\n}\nfunc h(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn i(n)\n}\n",
      },
    ],
    leaves: [
      { language: "python", code: "def f(n):\n    if n:\n        return 1\n    return g(n)" },
      { language: "javascript", code: "function f(n) { if (n) return 1; return g(n); }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    const body = owner === null ? null : child(owner, "body");
    if (owner === null || body === null || site.parent !== body || !isStatement(site)) return;
    if (body.children.some((each) => each.end <= site.start && !isEarly(each))) return;
    const visible = new Set(context.variables(site).map(({ name }) => name));
    const text = context.text(owner);
    const indent = indentAt(context.source, site.start);
    let at = 0;
    for (const guard of guardsIn(context)) {
      if (guard.owner === owner || text.includes(guard.condition)) continue;
      if (!guard.names.every((name) => visible.has(name))) continue;
      const code = guard.code.replaceAll(`\n${guard.indent}`, `\n${indent}`);
      yield insertBefore(context, site, code, at * costs.perGuard);
      at += 1;
    }
  },
};

interface Guard {
  readonly owner: SyntaxNode;
  readonly condition: string;
  readonly code: string;
  readonly indent: string;
  /** Local variables that it uses. */
  readonly names: readonly string[];
}

/** Short checks at the start of the file's functions that leave the function. */
const guardsIn = remembered((context: Context): readonly Guard[] => {
  const found = new Map<string, Guard>();
  for (const node of descendants(context.tree)) {
    const owner = node.kind === "if" ? enclosingFunction(node) : null;
    const condition = child(node, "condition");
    if (owner === null || condition === null || node.parent !== child(owner, "body")) continue;
    const code = context.text(node);
    if (code.length > LONGEST || !isExit(node) || found.has(code)) continue;
    if (node.parent?.children.some((each) => each.end <= node.start && !isEarly(each))) continue;
    const own = new Set(
      context.variables(node).flatMap(({ name, distance }) => (distance === 0 ? [name] : [])),
    );
    const names = descendants(node)
      .filter((each) => each.kind === "identifier" && own.has(context.text(each)))
      .map((each) => context.text(each));
    const indent = indentAt(context.source, node.start);
    found.set(code, { owner, condition: context.text(condition), code, indent, names: [...new Set(names)] });
  }
  return [...found.values()].slice(0, MOST_GUARDS);
});

/** A branch without an alternative whose only step leaves the function. */
function isExit(node: SyntaxNode): boolean {
  const body = child(node, "body");
  const steps = body === null ? [] : body.kind === "block" ? body.children : [body];
  const [only, ...more] = steps.filter(({ kind }) => kind !== "comment");
  const isLeaving = only !== undefined && (only.kind === "return" || only.kind === "throw");
  const hasOther = node.children.some(({ kind, role }) => kind === "else" || role === "alternative");
  return isLeaving && more.length === 0 && !hasOther;
}

/** What may come before a check at the start: a docstring, a comment, another check. */
function isEarly(node: SyntaxNode): boolean {
  if (node.kind === "comment" || node.kind === "if") return true;
  return node.kind === "expression-statement" && node.children[0]?.kind === "string";
}
