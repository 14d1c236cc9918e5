import { isStatement, type Kind, type SyntaxNode } from "../src/services/repair/syntax/node.ts";

/** A tree with its source text. */
export interface Read {
  readonly node: SyntaxNode;
  readonly text: string;
}

const LISTS: ReadonlySet<Kind> = new Set([
  "module",
  "block",
  "arguments",
  "parameters",
  "list",
  "tuple",
  "dict",
  "import",
  "class",
]);

/**
 * The kind of edit between two trees, in a few words: follows the only differing child as far as possible, and names
 * the difference there.
 */
export function kindOfEdit(before: Read, after: Read): string {
  const [a, b] = [before.node, after.node];
  if (a.raw !== b.raw) return between(before, after);
  const pairs = changed(before, after);
  const [olds, news] = pairs;
  if (olds.length === 0 && news.length === 0) return `${nameOf(a)}: other operator or keyword`;
  const [old] = olds;
  const [now] = news;
  if (olds.length === 1 && news.length === 1 && old !== undefined && now !== undefined)
    return isClosedType(old) && isClosedType(now)
      ? "type, decorator or pattern"
      : kindOfEdit({ ...before, node: old }, { ...after, node: now });
  const where = LISTS.has(a.kind) ? a.kind : nameOf(a);
  if (olds.length === 0 && news.length > 0) return `${where}: ${several(news)} added`;
  if (news.length === 0 && olds.length > 0) return `${where}: ${several(olds)} removed`;
  return `${where}: several parts`;
}

function several(nodes: readonly SyntaxNode[]): string {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? nameOf(only) : "several";
}

function between(before: Read, after: Read): string {
  const old = words(before);
  const now = words(after);
  const [a, b] = [nameOf(before.node), nameOf(after.node)];
  if (before.node.children.length + after.node.children.length === 0) return `${a} → ${b}`;
  if (has(after, old)) return `${isStatement(before.node) ? a : "expression"} put into ${b}`;
  if (has(before, now)) return `${b} taken out of ${a}`;
  return `${a} → ${b}`;
}

/** Whether a part of the tree has this text. */
function has({ node, text }: Read, wanted: string): boolean {
  return node.children.some(
    (each) => words({ node: each, text }) === wanted || has({ node: each, text }, wanted),
  );
}

/** Children that differ, without the common start and end. */
function changed(before: Read, after: Read): readonly [readonly SyntaxNode[], readonly SyntaxNode[]] {
  const code = (node: SyntaxNode) => node.kind !== "comment";
  const olds = before.node.children.filter(code);
  const news = after.node.children.filter(code);
  const isSame = (a: SyntaxNode | undefined, b: SyntaxNode | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.raw === b.raw &&
    words({ ...before, node: a }) === words({ ...after, node: b });
  while (olds.length > 0 && isSame(olds[0], news[0])) {
    olds.shift();
    news.shift();
  }
  while (olds.length > 0 && isSame(olds.at(-1), news.at(-1))) {
    olds.pop();
    news.pop();
  }
  return [olds, news];
}

function words({ node, text }: Read): string {
  return text.slice(node.start, node.end).replace(/\s+/g, "");
}

function isClosedType(node: SyntaxNode): boolean {
  return node.kind === "closed" || node.role === "type";
}

function nameOf(node: SyntaxNode): string {
  return node.kind === "other" ? node.raw.replaceAll("_", " ") : node.kind;
}
