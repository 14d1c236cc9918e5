import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import type { Kind, SyntaxNode } from "../syntax/node.ts";

/** How likely the correction is: `shown` if the code itself shows the slip. */
export type Chance = "shown" | "likely" | "ordinary";

type ByLanguage<T> = Readonly<Partial<Record<"python" | "javascript" | "go" | "rust", readonly T[]>>>;

/**
 * A slip: code that compiles and means something other than what its author meant. Data for the operator
 * `language-slip`, which executes the examples of every slip. TypeScript has the slips of JavaScript.
 */
export interface Slip {
  /** What goes wrong, in a few words. */
  readonly why: string;
  readonly chance: Chance;
  readonly kinds: readonly Kind[];
  /** Code and its correction, in each language that the slip is looked for in. */
  readonly examples: ByLanguage<readonly [before: string, after: string]>;
  /** Code for which no slip of the language may propose anything. */
  readonly leaves?: ByLanguage<string>;
  /** Corrections at one site, likeliest first; each is a list of changes that belong together. */
  correct(site: SyntaxNode, context: Context): Iterable<readonly Change[]>;
}

export function at(node: { readonly start: number; readonly end: number }, text: string): Change {
  return { start: node.start, end: node.end, text };
}

export function before(offset: number, text: string): Change {
  return { start: offset, end: offset, text };
}

/** The source of a pattern for a text or a number as it is written in code. */
export const LITERAL = String.raw`(?:'[^'\n]*'|"[^"\n]*"|-?\d+(?:\.\d+)?)`;
