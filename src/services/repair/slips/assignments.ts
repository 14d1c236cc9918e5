import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { at } from "./slip.ts";

/** `n += x` for `n =+ x`. */
export function* addedInReverse(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const match = /^([\w.[\]'"]+) ?=([+-]) ?(.+)$/s.exec(context.text(site));
  if (match !== null) yield [at(site, `${match[1]} ${match[2]}= ${match[3]}`)];
}

/** `n = x` for a statement `n == x`. */
export function* comparedForAssigned(site: SyntaxNode): Generator<readonly Change[]> {
  const [value] = site.children;
  const operator = value?.kind === "comparison" ? value.operators[0] : undefined;
  if (operator !== undefined && /^===?$/.test(operator.text)) yield [at(operator, "=")];
}
