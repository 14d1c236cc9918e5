import type { Code } from "../syntax/code.ts";
import { child, type SyntaxNode } from "../syntax/node.ts";

const RETURNS_NOTHING =
  "append|extend|insert|remove|sort|reverse|add|discard|update|push|unshift|clear|set|delete|splice";

/** Methods that modify their object and whose result is rarely wanted. */
export const MODIFIES = new RegExp(`^(?:${RETURNS_NOTHING})$`);
/** Methods that return a new value and leave their object as it is. */
export const RETURNS_NEW =
  /^(?:strip|lstrip|rstrip|lower|upper|title|capitalize|replace|removeprefix|removesuffix|zfill|ljust|rjust|union|intersection|difference|trim|trimStart|trimEnd|toLowerCase|toUpperCase|replaceAll|concat|slice|map|filter|flat|flatMap|padStart|padEnd|toSorted|toReversed|with|dropna|fillna|drop_duplicates|sort_values|reset_index|set_index|astype)$/;
const PRINTS = /^(?:log|print|write)$/;

/** The source of a pattern for all methods that modify their object. */
export const MODIFYING_METHODS = `${RETURNS_NOTHING}|pop|popleft|shift`;

export interface Call {
  readonly callee: SyntaxNode;
  /** What the method is called on; null for a plain function. */
  readonly object: SyntaxNode | null;
  /** The node with the last name: `sort` in `a.b.sort()`. */
  readonly property: SyntaxNode;
  readonly name: string;
  readonly given: readonly SyntaxNode[];
}

/** The parts of a call of a function or method; null for any other node. */
export function callOf(node: SyntaxNode | null | undefined, { text }: Pick<Code, "text">): Call | null {
  const callee = node?.kind === "call" ? child(node, "callee") : null;
  if (!node || callee === null) return null;
  const object = callee.kind === "attribute" ? child(callee, "object") : null;
  const property = callee.kind === "attribute" ? child(callee, "property") : callee;
  if (property === null) return null;
  const given = (child(node, "arguments")?.children ?? []).filter((each) => each.kind !== "comment");
  return { callee, object, property, name: text(property), given };
}

/** Called for what it does, not for what it returns. */
export function isCalledForItsEffect({ name }: Call): boolean {
  return MODIFIES.test(name) || PRINTS.test(name);
}
