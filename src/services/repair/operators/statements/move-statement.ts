import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { indentAt, indentStep, insertAfter, removeStatement, statementText } from "../../propose/edits.ts";
import {
  child,
  enclosingFunction,
  isLoop,
  isStatement,
  type Kind,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["move-statement"];
const MOST_STEPS = 3;
const SIMPLE: ReadonlySet<Kind> = new Set(["expression-statement", "assign", "augment", "update"]);

export const moveStatement: Operator = {
  meta: {
    id: "move-statement",
    title: "Move a statement",
    why: "A return inside a loop that belongs after it, an update one line too early, a step outside its block.",
    cost: costs.prior,
    kinds: [
      "expression-statement",
      "return",
      "declaration",
      "if",
      "break",
      "continue",
      "assign",
      "augment",
      "update",
    ],
    most: 6,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n        return t\n",
        after: "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t\n",
      },
      {
        language: "python",
        before: "def f(a):\n    x(a)\n    y(a)\n",
        after: "def f(a):\n    y(a)\n    x(a)\n",
      },
      {
        language: "python",
        before: "def f(a):\n    log(a)\n    x(a)\n    y(a)\n",
        after: "def f(a):\n    x(a)\n    y(a)\n    log(a)\n",
      },
      {
        language: "javascript",
        before: "function f(xs) {\n  for (const x of xs) {\n    g(x);\n    return 1;\n  }\n}\n",
        after: "function f(xs) {\n  for (const x of xs) {\n    g(x);\n  }\n  return 1;\n}\n",
      },
      {
        language: "typescript",
        before: "function f() {\n  a();\n  b();\n}\n",
        after: "function f() {\n  b();\n  a();\n}\n",
      },
      {
        language: "go",
        before: "package p\nfunc f() {\n\ta()\n\tb()\n}\n",
        after: "package p\nfunc f() {\n\tb()\n\ta()\n}\n",
      },
      {
        language: "rust",
        before: "fn f() {\n    a();\n    b();\n}\n",
        after: "fn f() {\n    b();\n    a();\n}\n",
      },
      {
        language: "java",
        before: "class A { void f() {\n  a();\n  b();\n} }\n",
        after: "class A { void f() {\n  b();\n  a();\n} }\n",
      },
    ],
    leaves: [
      { language: "python", code: "a()\nb()" },
      { language: "javascript", code: "a();\nb();" },
    ],
  },
  *propose(site, context) {
    if (!isStatement(site) || enclosingFunction(site) === null || site.parent === null) return;
    const siblings = site.parent.children.filter((each) => each.kind !== "comment");
    const index = siblings.indexOf(site);
    const next = siblings[index + 1];
    if (next !== undefined && isStatement(next) && next.kind !== "return")
      yield exchange(site, next, context, isCopiedTooLate(site, next, context) ? costs.copiedTooLate : 0);
    yield* further(site, siblings.slice(index + 2, index + 2 + MOST_STEPS), context);
    const holder = blockOwner(site.parent);
    if (holder === null) return;
    if (next === undefined && index > 0) yield* out(site, holder, context);
    const previous = siblings[index - 1];
    if (previous !== undefined) yield* into(site, previous, context);
  },
};

/** `a = n` followed by `b = a`: the old value of `a` was meant. */
function isCopiedTooLate(first: SyntaxNode, second: SyntaxNode, context: Context): boolean {
  const [written, copied] = [first, second].map((each) => assignmentIn(each));
  const target = written ? child(written, "target") : null;
  const value = copied ? child(copied, "value") : null;
  return target !== null && value !== null && context.text(target) === context.text(value);
}

function assignmentIn(statement: SyntaxNode): SyntaxNode | undefined {
  return statement.kind === "assign" ? statement : statement.children.find(({ kind }) => kind === "assign");
}

/** Moves a simple statement past several others, or exchanges it with one that does not follow directly. */
function* further(site: SyntaxNode, later: readonly SyntaxNode[], context: Context): Generator<SitePatch> {
  if (!SIMPLE.has(site.kind) || context.text(site).includes("\n")) return;
  for (const [at, other] of later.entries()) {
    if (!isStatement(other) || other.kind === "return") return;
    const extra = costs.further + at * costs.perStep;
    const [removal] = removeStatement(context, site).edits;
    const [insertion] = insertAfter(context, other, statementText(site, context)).edits;
    if (removal !== undefined && insertion !== undefined) yield { edits: [removal, insertion], extra };
    if (at === 0 && SIMPLE.has(other.kind)) yield exchange(site, other, context, extra);
  }
}

function exchange(first: SyntaxNode, second: SyntaxNode, context: Context, extra: number): SitePatch {
  return {
    edits: [
      { start: first.start, end: first.end, text: context.text(second) },
      { start: second.start, end: second.end, text: context.text(first) },
    ],
    extra,
  };
}

/** The statement that a block belongs to, or the function itself. */
function blockOwner(block: SyntaxNode): SyntaxNode | null {
  for (let each = block.parent; each !== null; each = each.parent) {
    if (isStatement(each) || each.kind === "function") return each;
  }
  return null;
}

/** Moves the last statement of a block out, after the statement that owns the block. */
function* out(site: SyntaxNode, holder: SyntaxNode, context: Context): Generator<SitePatch> {
  if (holder.kind === "function" || site.start === site.end) return;
  const indent = indentAt(context.source, holder.start);
  const [removal] = removeStatement(context, site).edits;
  if (
    removal === undefined ||
    (!removal.text.includes("\n") && removal.end - removal.start <= site.end - site.start)
  )
    return;
  const code = reindent(context.text(site), indentAt(context.source, site.start), indent);
  const extra = site.kind === "return" && isLoop(holder) ? costs.returnOutOfLoop : costs.outdent;
  if (removal.end >= holder.end) {
    yield { edits: [{ start: removal.start, end: removal.end, text: `${indent}${code}\n` }], extra };
    return;
  }
  yield { edits: [removal, { start: holder.end, end: holder.end, text: `\n${indent}${code}` }], extra };
}

/**
 * Moves a statement that follows a block to the end of that block, one level deeper. Only in languages with significant
 * indentation.
 */
function* into(site: SyntaxNode, previous: SyntaxNode, context: Context): Generator<SitePatch> {
  const body = previous.children.find((each) => each.kind === "block");
  if (context.language.id !== "python" || body === undefined) return;
  const step = indentStep(context.source);
  const indent = indentAt(context.source, site.start);
  const code = reindent(context.text(site), indent, `${indent}${step}`);
  yield { edits: [{ start: site.start, end: site.end, text: `${step}${code}` }], extra: costs.indent };
}

function reindent(code: string, from: string, to: string): string {
  return code
    .split("\n")
    .map((line, index) => (index > 0 && line.startsWith(from) ? to + line.slice(from.length) : line))
    .join("\n");
}
