import { child, descendants, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";

/** Names that the preceding statement assigns; null if there is none in the block. */
export function freshNames(site: SyntaxNode, context: Context): ReadonlySet<string> | null {
  const siblings = site.parent?.children ?? [];
  const before = siblings[siblings.indexOf(site) - 1];
  if (before === undefined || isDocumentation(before) || before.kind === "comment") return null;
  return new Set(
    descendants(before)
      .filter((node) => node.kind === "identifier")
      .map((node) => context.text(node)),
  );
}

export function isDocumentation(node: SyntaxNode): boolean {
  return node.kind === "expression-statement" && node.children[0]?.kind === "string";
}

/** Whether the function only checks its input before this statement. */
export function followsGuards(site: SyntaxNode, owner: SyntaxNode): boolean {
  const statements = child(owner, "body")?.children.filter(
    (each) => isStatement(each) && !isDocumentation(each),
  );
  const at = statements?.indexOf(site) ?? -1;
  return at >= 0 && statements?.slice(0, at).every(isGuard) === true;
}

/** An `if` that does nothing but leave the function. */
export function isGuard(node: SyntaxNode): boolean {
  if (node.kind !== "if" || node.children.some(({ kind }) => kind === "else" || kind === "if")) return false;
  const body = child(node, "body");
  const inside = body?.kind === "block" ? body.children.filter(({ kind }) => kind !== "comment") : [body];
  return inside.length === 1 && (inside[0]?.kind === "return" || inside[0]?.kind === "throw");
}
