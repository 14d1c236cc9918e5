import type { Kind, SyntaxNode } from "../syntax/node.ts";

/** Kinds that the first statement of a function may have. */
export const OPENING: readonly Kind[] = [
  ...(["expression-statement", "declaration", "return", "if", "while", "for-each", "for-classic"] as const),
  ...(["throw", "try", "switch", "other"] as const),
];

/** The function that a statement opens; a docstring and comments do not count. Null for any other statement. */
export function openedBy(statement: SyntaxNode): SyntaxNode | null {
  const owner = statement.parent?.kind === "block" ? statement.parent.parent : null;
  if (owner?.kind !== "function") return null;
  return bodyStatements(owner)[0] === statement ? owner : null;
}

/** The statements of a function's body, without its docstring and comments. */
export function bodyStatements(owner: SyntaxNode): readonly SyntaxNode[] {
  const block = owner.children.find(({ kind }) => kind === "block");
  const statements = (block?.children ?? []).filter(({ kind }) => kind !== "comment");
  const [first] = statements;
  return first?.kind === "expression-statement" && first.children[0]?.kind === "string"
    ? statements.slice(1)
    : statements;
}
