import type { Node } from "./parse.ts";

export const kindOf = (node: Node): string => String(node.kind());
export const startOf = (node: Node): number => node.range().start.index;
export const endOf = (node: Node): number => node.range().end.index;
export const isSame = (one: Node, other: Node | null): boolean => other !== null && one.id() === other.id();

export function field(node: Node, name: string): Node | null {
  return node.field(name as never) as Node | null;
}

/** The named children in the grammar, without comments. */
export function named(node: Node): Node[] {
  return node.children().filter((child) => child.isNamed() && !kindOf(child).includes("comment"));
}

export function findAll(node: Node, ...kinds: readonly string[]): Node[] {
  const found = node.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
  return found.filter((each) => !isSame(each, node));
}

/** The expression inside any parentheses. */
export function bare(node: Node): Node {
  const [inner, ...others] = kindOf(node) === "parenthesized_expression" ? named(node) : [];
  return inner !== undefined && others.length === 0 ? bare(inner) : node;
}

/** The closest ancestor of one of these kinds. */
export function enclosing(node: Node, kinds: RegExp): Node | null {
  for (let at = node.parent(); at !== null; at = at.parent()) if (kinds.test(kindOf(at))) return at;
  return null;
}

/** Ancestors from the closest one outward, up to but excluding `end`. */
export function ancestorsBelow(node: Node, end: Node | null): Node[] {
  const found: Node[] = [];
  for (let at = node.parent(); at !== null && !isSame(at, end); at = at.parent()) found.push(at);
  return found;
}
