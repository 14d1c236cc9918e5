import { descendants, type SyntaxNode } from "../../syntax/node.ts";
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
