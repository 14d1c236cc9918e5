import {
  ancestors,
  enclosingFunction,
  enclosingStatement,
  isClosed,
  isValue,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Region } from "../regions.ts";

const UNOBSERVABLE: ReadonlySet<string> = new Set(["lambda", "group", "await", "comprehension"]);

/** Expressions inside functions whose values can be observed and replaced. */
export function valueSites(region: Region): readonly SyntaxNode[] {
  return region.sites.filter(
    (site) =>
      isValue(site) &&
      !UNOBSERVABLE.has(site.kind) &&
      site.role !== "callee" &&
      enclosingFunction(site) !== null &&
      enclosingStatement(site)?.kind !== "throw" &&
      !isInDeclaration(site),
  );
}

/** Default values, decorators and annotations are evaluated where the tests do not look. */
function isInDeclaration(site: SyntaxNode): boolean {
  for (const each of ancestors(site)) {
    if (each.kind === "block") return false;
    if (each.kind === "parameters" || isClosed(each)) return true;
  }
  return true;
}

/** How directly an expression is a result: 0 for a whole returned, assigned or appended value. */
export function depthOf(site: SyntaxNode): number {
  let depth = 0;
  for (const each of ancestors(site)) {
    if (each.kind === "block") return depth;
    if (each.kind !== "expression-statement" && each.kind !== "arguments" && each.kind !== "group")
      depth += 1;
  }
  return depth;
}
