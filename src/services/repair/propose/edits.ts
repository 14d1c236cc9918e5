import { COSTS } from "../costs.ts";
import type { SitePatch } from "../operators/operator.ts";
import { atom, type Expression, grouped, neededAt } from "../syntax/expression.ts";
import { ancestors, type Kind, type SyntaxNode, type Token } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/** Replaces an expression with another, in parentheses if needed. */
export function replace(node: SyntaxNode, by: Expression | string, extra = 0): SitePatch {
  const expression = typeof by === "string" ? atom(by) : by;
  return one(node.start, node.end, grouped(expression, neededAt(node)), extra);
}

/** Replaces a node or token with literal text. */
export function put(at: SyntaxNode | Token, text: string, extra = 0): SitePatch {
  return one(at.start, at.end, text, extra);
}

export function swap(context: Context, first: SyntaxNode, second: SyntaxNode, extra = 0): SitePatch {
  const a = grouped(context.expression(second), neededAt(first));
  const b = grouped(context.expression(first), neededAt(second));
  return {
    edits: [
      { start: first.start, end: first.end, text: a },
      { start: second.start, end: second.end, text: b },
    ],
    extra,
  };
}

/** A docstring stays the first statement: the code follows it. */
export function insertBefore(context: Context, statement: SyntaxNode, code: string, extra = 0): SitePatch {
  if (isDocstring(statement)) return insertAfter(context, statement, code, extra);
  const indent = indentAt(context.source, statement.start);
  return one(statement.start, statement.start, `${code}\n${indent}`, extra);
}

function isDocstring({ kind, children, parent }: SyntaxNode): boolean {
  return (
    kind === "expression-statement" &&
    children[0]?.kind === "string" &&
    parent?.children[0]?.start === children[0].start
  );
}

export function insertAfter(context: Context, statement: SyntaxNode, code: string, extra = 0): SitePatch {
  const indent = indentAt(context.source, statement.start);
  const end = context.source[statement.end] === ";" ? statement.end + 1 : statement.end;
  return one(end, end, `\n${indent}${code}`, extra);
}

/** Inserts a statement before another one, and after it if nothing follows. */
export function* insertNear(
  context: Context,
  statement: SyntaxNode,
  code: string,
  extra = 0,
): Generator<SitePatch> {
  const cost = extra + COSTS.insertion.perBranch * branchesAround(statement);
  yield insertBefore(context, statement, code, cost);
  if (isEndOfBlock(statement)) yield insertAfter(context, statement, code, cost + COSTS.insertion.after);
}

/** A missing statement is more often missing from the whole function than from a branch. */
function branchesAround(statement: SyntaxNode): number {
  let count = 0;
  for (const each of ancestors(statement)) {
    if (each.kind === "function") break;
    if (each.kind === "if") count += 1;
  }
  return count;
}

const ENDS: ReadonlySet<Kind> = new Set(["return", "break", "continue", "throw"]);

/** Removes a statement and its line, unless it shares the line with others. */
export function removeStatement(context: Context, statement: SyntaxNode, extra = 0): SitePatch {
  const lineStart = context.source.lastIndexOf("\n", statement.start - 1) + 1;
  const lineEnd = context.source.indexOf("\n", statement.end);
  const before = context.source.slice(lineStart, statement.start);
  const after =
    lineEnd === -1 ? context.source.slice(statement.end) : context.source.slice(statement.end, lineEnd);
  if (before.trim() !== "" || !/^;?\s*$/.test(after)) return one(statement.start, statement.end, "", extra);
  return one(lineStart, lineEnd === -1 ? context.source.length : lineEnd + 1, "", extra);
}

export function indentAt(source: string, offset: number): string {
  const lineStart = source.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(lineStart, offset))?.[0] ?? "";
}

/** The file's indentation unit. */
export function indentStep(source: string): string {
  return /^(\t| {2,8})\S/m.exec(source)?.[1] ?? "    ";
}

/** Code under an `if`, indented for the place of a statement. */
export function under(condition: string, code: string, place: SyntaxNode, context: Context): string {
  const { language, source } = context;
  return language.write.when(condition, code, indentAt(source, place.start), indentStep(source));
}

function one(start: number, end: number, text: string, extra: number): SitePatch {
  return { edits: [{ start, end, text }], extra };
}

/** Whether code may be inserted after a statement at the end of its block. */
export function isEndOfBlock(statement: SyntaxNode): boolean {
  return statement.parent?.children.at(-1) === statement && !ENDS.has(statement.kind);
}

/** With its semicolon, if it has one. */
export function statementText(node: SyntaxNode, { source }: Context): string {
  return source.slice(node.start, source[node.end] === ";" ? node.end + 1 : node.end);
}
