import { child, isClosed, type SyntaxNode } from "../syntax/node.ts";

/** A part of a file that is suspected as a unit: a function without nested ones, or the rest of the module. */
export interface Region {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly sites: readonly SyntaxNode[];
}

export function regionsOf(tree: SyntaxNode, source: string): readonly Region[] {
  const regions: Region[] = [];
  collect(tree, source, "", regions);
  return regions;
}

function collect(owner: SyntaxNode, source: string, prefix: string, into: Region[]): void {
  const sites: SyntaxNode[] = [];
  const name = `${prefix}${nameOf(owner, source)}`;
  const inner: SyntaxNode[] = [];
  const visit = (node: SyntaxNode) => {
    if (isClosed(node)) return;
    if (node !== owner && node.kind === "function") {
      inner.push(node);
      return;
    }
    if (node !== owner) sites.push(node);
    for (const each of node.children) visit(each);
  };
  visit(owner);
  if (sites.length > 0) into.push({ name, node: owner, sites });
  for (const each of inner) collect(each, source, name === "" ? "" : `${name}.`, into);
}

function nameOf(node: SyntaxNode, source: string): string {
  const own = child(node, "name");
  if (own !== null) return source.slice(own.start, own.end);
  const target = node.parent === null ? null : child(node.parent, "target");
  return target === null ? "" : source.slice(target.start, target.end);
}
