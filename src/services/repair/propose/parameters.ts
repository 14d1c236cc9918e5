import { child, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/** The names of a function's parameters; null if one of them has no plain name, such as `*rest` or `{ a, b }`. */
export function plainParameters(owner: SyntaxNode, context: Context): readonly string[] | null {
  const names = (child(owner, "parameters")?.children ?? []).flatMap((each) =>
    each.kind === "comment" ? [] : [/^\w+/.exec(context.text(each))?.[0]],
  );
  return names.includes(undefined) ? null : (names as readonly string[]);
}
