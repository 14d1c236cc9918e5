import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import type { Kind, SyntaxNode } from "../syntax/node.ts";

export interface Example {
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

export interface Snippet {
  readonly language: string;
  readonly code: string;
}

interface OperatorMeta {
  readonly id: string;
  readonly title: string;
  /** The mistake that this operator undoes. */
  readonly why: string;
  /** Prior: how unlikely a fix of this kind is. Cheaper operators are tried earlier. */
  readonly cost: number;
  /** Kinds of sites it looks at. */
  readonly kinds: readonly Kind[];
  /** The maximum number of proposals at one site; the cheapest are kept. */
  readonly most: number;
  /** Code, and one change the operator must propose for it. */
  readonly examples: readonly Example[];
  /** Code for which the operator must propose nothing. */
  readonly leaves: readonly Snippet[];
}

export interface SitePatch {
  readonly edits: readonly Change[];
  /** Added to the operator's cost. */
  readonly extra: number;
}

/**
 * Undoes one kind of mistake. Looks at one site of a parsed file and yields edits; never mutates the tree, never reads
 * files. Call it through `proposalsAt`, which limits it and handles its crashes.
 */
export interface Operator {
  readonly meta: OperatorMeta;
  propose(site: SyntaxNode, context: Context): Iterable<SitePatch>;
}
