import type { Language, ValueKind } from "../languages/language.ts";
import type { Code } from "../syntax/code.ts";
import type { Expression } from "../syntax/expression.ts";
import type { SyntaxNode } from "../syntax/node.ts";

export interface Variable {
  readonly name: string;
  readonly kind: ValueKind | null;
  /** Assigned on every path that leads to the given place. */
  readonly definite: boolean;
  /** 0 in the same function, 1 in the enclosing one or the module. */
  readonly distance: number;
  /** Set and never read: probably a name that the author meant to use. */
  readonly unused: boolean;
}

/** A call in the file: its name and number of arguments. */
export interface SeenCall {
  readonly name: string;
  readonly arity: number;
}

/** Building blocks from the file and its neighbors, in order of first appearance. */
export interface Ingredients {
  /** Names after a dot, split by whether they are called. */
  readonly fields: readonly string[];
  readonly methods: readonly string[];
  readonly functions: readonly SeenCall[];
  readonly numbers: readonly string[];
  readonly strings: readonly string[];
}

/** What an operator may know about the file that contains its site. */
export interface Context extends Code {
  readonly path: string;
  readonly language: Language;
  readonly ingredients: Ingredients;
  expression(node: SyntaxNode): Expression;
  /** Variables readable at a node, nearest first. */
  variables(node: SyntaxNode): readonly Variable[];
  kindOf(node: SyntaxNode): ValueKind | null;
}

export function fits(wanted: ValueKind | null, offered: ValueKind | null): boolean {
  return wanted === null || offered === null || wanted === offered;
}

/** JavaScript and TypeScript. */
export function isScript({ language: { id } }: Pick<Context, "language">): boolean {
  return id === "javascript" || id === "typescript" || id === "tsx";
}

/** Python and the scripts, whose tests run without a compiler. */
export function isDynamic(context: Pick<Context, "language">): boolean {
  return context.language.id === "python" || isScript(context);
}
