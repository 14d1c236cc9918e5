import type { Context } from "../propose/context.ts";
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
  /** The mistake people make that this undoes. */
  readonly why: string;
  /** Prior: how unlikely a fix of this kind is. Cheaper is tried earlier. */
  readonly cost: number;
  /** Sites it looks at. */
  readonly kinds: readonly Kind[];
  /** How many proposals it may make at one site; the cheapest are kept. */
  readonly most: number;
  /** Code and one change the operator must propose for it. */
  readonly examples: readonly Example[];
  /** Code for which it must propose nothing. */
  readonly leaves: readonly Snippet[];
}

/** Replace [start, end) of the file under repair. */
interface LocalEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Proposal {
  readonly edits: readonly LocalEdit[];
  /** Added to the operator's cost. */
  readonly extra: number;
}

/**
 * One kind of mistake and its undoing. Looks at one site of a parsed file and yields edits; never mutates the
 * tree, never reads files. Ask it through `proposalsAt`, which bounds it and survives its crashes.
 */
export interface Operator {
  readonly meta: OperatorMeta;
  propose(site: SyntaxNode, context: Context): Iterable<Proposal>;
}
