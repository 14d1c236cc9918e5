import type { SyntaxNode } from "../../syntax/node.ts";
import type { Imported } from "./aliases.ts";
import type { Literal } from "./literals.ts";
import type { ChangedFile, Side } from "./sides.ts";

/** Whether the old file contains the code of a node anywhere. */
export function wasThere(node: SyntaxNode, { before, after }: ChangedFile): boolean {
  return before?.source.includes(after.text(node)) ?? false;
}

/** Nodes of one sort whose code the file contains more often than before. */
export function newNodes(
  { before, after }: ChangedFile,
  find: (side: Side) => readonly SyntaxNode[],
): readonly SyntaxNode[] {
  const known = before === null ? [] : find(before).map(before.text);
  return find(after).filter((node) => {
    const index = known.indexOf(after.text(node));
    if (index !== -1) known.splice(index, 1);
    return index === -1;
  });
}

/** Imports of modules that the file did not import before, one for each module. */
export function newImports({ before, after }: ChangedFile): readonly Imported[] {
  const known = new Set(before?.imported.map(({ module }) => module));
  return after.imported.filter(({ module }) => !known.has(module) && known.add(module));
}

/** Strings that the file did not contain before. */
export function newStrings({ before, after }: ChangedFile): readonly Literal[] {
  const known = new Set(before?.literals.map(({ value }) => value));
  return after.literals.filter(({ kind, value }) => kind === "string" && !known.has(value));
}
