import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { descendants, type SyntaxNode } from "../syntax/node.ts";
import { neighbor } from "./neighbors.ts";
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

/** `bits &= ~flag` for `bits ^= flag`, which sets a flag that is not set. */
export function* clearedFlag(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const match = /^([\w.[\]]+) \^= ([\w.[\]]+)$/.exec(context.text(site));
  if (match !== null) yield [at(site, `${match[1]} &= ~${match[2]}`)];
}

/** The numbers of two `return` statements, in this branch and in the next, exchanged. */
export function* exchangedAnswers(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const next = site.kind === "if" ? neighbor(site, 1) : null;
  const [own, other] = [site, next].map((each) => (each === null ? null : onlyAnswer(each)));
  if (!own || !other || context.text(own) === context.text(other)) return;
  yield [at(own, context.text(other)), at(other, context.text(own))];
}

/** The number that a statement returns, if that is all it does. */
function onlyAnswer(statement: SyntaxNode): SyntaxNode | null {
  const [only, ...more] = descendants(statement).filter(({ kind }) => kind === "return");
  const [value] = only?.children ?? [];
  return more.length === 0 && (value?.kind === "number" || value?.kind === "unary") ? value : null;
}
