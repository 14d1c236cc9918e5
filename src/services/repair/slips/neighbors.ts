import type { Context } from "../propose/context.ts";
import { child, type SyntaxNode } from "../syntax/node.ts";

/** The statement next to one; comments do not count. */
export function neighbor(statement: SyntaxNode, step: 1 | -1): SyntaxNode | null {
  const all = (statement.parent?.children ?? []).filter(({ kind }) => kind !== "comment");
  return all[all.indexOf(statement) + step] ?? null;
}

/**
 * An `if` statement that follows another one about the same thing, and those after it, up to one with an else branch.
 * Empty for any other statement.
 */
export function separateIfsFrom(first: SyntaxNode, context: Context): readonly SyntaxNode[] {
  const previous = neighbor(first, -1);
  if (previous === null || !isPlainIf(previous)) return [];
  const found: SyntaxNode[] = [];
  for (let each: SyntaxNode | null = first; each !== null; each = neighbor(each, 1)) {
    if (!isAboutTheSame(previous, each, context)) break;
    found.push(each);
    if (!isPlainIf(each)) break;
  }
  return found;
}

function isPlainIf(node: SyntaxNode): boolean {
  return (
    node.kind === "if" &&
    !node.children.some((each) => /^el(?:se|if)/.test(each.raw) || each.role === "alternative")
  );
}

function isAboutTheSame(first: SyntaxNode, second: SyntaxNode, context: Context): boolean {
  const [one, other] = [first, second].map((each) => (each.kind === "if" ? child(each, "condition") : null));
  if (!one || !other) return false;
  const subject = /[A-Za-z_][\w.]*/.exec(context.text(one))?.[0];
  return subject !== undefined && subject === /[A-Za-z_][\w.]*/.exec(context.text(other))?.[0];
}
