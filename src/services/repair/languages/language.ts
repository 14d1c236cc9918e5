import type { Expression } from "../syntax/expression.ts";
import type { Kind, Role, SyntaxNode, Token } from "../syntax/node.ts";

/** While a tree is built its nodes may still be adjusted. */
export interface OpenNode {
  kind: Kind;
  role: Role | null;
  readonly raw: string;
  readonly children: SyntaxNode[];
  operators: Token[];
}

/** How one grammar kind reads in neutral words. */
export interface Shape {
  readonly kind: Kind;
  /** Role in the parent by the grammar's field name. */
  readonly roles?: Partial<Record<Role, string>>;
  /** Anonymous tokens are operators. */
  readonly operators?: boolean;
  /** Do not look inside: strings, comments. */
  readonly leaf?: boolean;
  /** Stands for its only child where it has one: lists that most often hold a single thing. */
  readonly thin?: boolean;
  /** Last word on a node, when its kind depends on its tokens. */
  readonly finish?: (node: OpenNode, text: () => string) => void;
}

export interface Grammar {
  /** The name ast-grep knows it by. */
  readonly name: string;
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** Roughly what an expression evaluates to. */
export type ValueKind =
  | "number"
  | "string"
  | "boolean"
  | "list"
  | "dict"
  | "set"
  | "null"
  | "function"
  | "object";

/** A one-argument wrapper the language's library offers, such as `len(x)` or `x.reverse()`. */
export interface Wrapper {
  readonly name: string;
  readonly takes: readonly ValueKind[];
  readonly gives: ValueKind;
  readonly write: (operand: Expression) => Expression;
}

/** Writes code of the language from pieces that are already code. */
export interface Writer {
  readonly null: string;
  readonly true: string;
  readonly false: string;
  readonly and: string;
  readonly or: string;
  readonly equal: string;
  readonly notEqual: string;
  readonly emptyList: string | null;
  not(operand: Expression): Expression;
  isNull(operand: Expression): Expression;
  isNotNull(operand: Expression): Expression;
  /** Null if the language has no such thing. */
  length(operand: Expression): Expression | null;
  isEmpty(operand: Expression): Expression | null;
  least(left: Expression, right: Expression): Expression | null;
  greatest(left: Expression, right: Expression): Expression | null;
  slice(object: Expression, from: string, to: string): Expression | null;
  conditional(condition: Expression, then: Expression, otherwise: Expression): Expression | null;
  list(items: readonly string[]): string | null;
  /** One-line statements, without indentation. */
  statement(expression: string): string;
  assignment(target: string, value: string): string;
  returning(value: string): string;
  readonly breaking: string;
  readonly continuing: string;
  /** A whole `if` around lines that are already indented one step deeper. */
  when(condition: string, body: string, indent: string, step: string): string;
}

/** Everything operators need to know of a language. Data where it can be. */
export interface Language {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly grammar: Grammar;
  readonly write: Writer;
  /** Operators that may stand for one another, each list a family. */
  readonly families: {
    readonly arithmetic: readonly string[];
    readonly comparison: readonly string[];
    readonly logical: readonly string[];
    readonly augmented: readonly string[];
  };
  /** Names of functions and methods that are often mistaken for one another. */
  readonly confusions: readonly (readonly string[])[];
  readonly wrappers: readonly Wrapper[];
  /** Methods that add one value to a container, by kind of container; `write` where it is no method. */
  readonly adders: readonly {
    readonly takes: ValueKind;
    readonly method: string;
    readonly write?: (container: string, item: string) => string;
  }[];
  /** How a value is put into a map under a key, and a key taken out. */
  readonly puts?: (container: string, key: string, value: string) => string;
  readonly drops?: (container: string, key: string) => string;
  /** Roughly what values of a written type are, where types are written. */
  readonly kindOfType?: (type: string) => ValueKind | null;
  /** Rough kinds of well-known calls, by function or method name. */
  readonly callKinds: Readonly<Record<string, ValueKind>>;
  /** Names that are part of the language or its library, never variables of the program. */
  readonly builtins: ReadonlySet<string>;
  /** Repository paths a file may mean by its imports, best first; unknown ones are harmless. */
  imports(path: string, text: string): readonly (readonly string[])[];
  /** Folders whose files a file can reach without naming them, where the language imports folders. */
  folders?(path: string, text: string): readonly string[];
  /** Names of packages that a file imports: one of the same repository most often has a folder of that name. */
  packages?(text: string): readonly string[];
}
