import type { SyntaxNode } from "../syntax/node.ts";

/** The statement next to one; comments do not count. */
export function neighbor(statement: SyntaxNode, step: 1 | -1): SyntaxNode | null {
  const all = (statement.parent?.children ?? []).filter(({ kind }) => kind !== "comment");
  return all[all.indexOf(statement) + step] ?? null;
}
