import type { Context } from "../propose/context.ts";
import { child, enclosingFunction, type SyntaxNode } from "../syntax/node.ts";

/**
 * The size of the list that an assigned number is an index of, if the list was made with that size; otherwise null.
 * `made` finds the size in a line that makes a list.
 */
export function indexedSize(assignment: SyntaxNode, made: RegExp, context: Context): string | null {
  const owner = enclosingFunction(assignment);
  const [target, value] = [child(assignment, "target"), child(assignment, "value")];
  if (owner === null || target?.kind !== "identifier" || value === null) return null;
  const name = context.text(target);
  const lines = context.text(owner).split("\n");
  const list = lines.flatMap((line) => new RegExp(`(\\w+)\\[${name}\\]`).exec(line)?.[1] ?? [])[0];
  if (list === undefined || !/\/|floor|int\(|trunc/.test(context.text(value))) return null;
  const maker = lines.find((line) => new RegExp(`\\b${list} = `).test(line));
  return maker === undefined ? null : (made.exec(maker)?.[1] ?? null);
}
