import type { SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/** `State.DONE` for `State.BUSY`: other members of a capitalized name. */
export function siblingsOf(node: SyntaxNode, context: Context): readonly string[] {
  const [, owner, member] = /^([A-Z]\w*)\.(\w+)$/.exec(context.text(node)) ?? [];
  if (owner === undefined) return [];
  const found = new Set<string>();
  for (const [, name] of context.source.matchAll(new RegExp(`\\b${owner}\\.(\\w+)\\b(?!\\s*\\()`, "g")))
    if (name !== undefined && name !== member) found.add(`${owner}.${name}`);
  return [...found].slice(0, 8);
}
