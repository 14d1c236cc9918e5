import type { LanguageId } from "../../../domain/rules/languages/languages.ts";
import type { Expression } from "../syntax/expression.ts";
import type { Kind, Role, SyntaxNode, Token } from "../syntax/node.ts";

/** A node that can still be adjusted while the tree is built. */
export interface OpenNode {
  kind: Kind;
  role: Role | null;
  readonly raw: string;
  readonly children: SyntaxNode[];
  operators: Token[];
}

/** How one grammar kind maps to neutral terms. */
export interface Shape {
  readonly kind: Kind;
  /** Role in the parent by the grammar's field name. */
  readonly roles?: Partial<Record<Role, string>>;
  /** Anonymous tokens are operators. */
  readonly operators?: boolean;
  /** Not descended into: strings, comments. */
  readonly leaf?: boolean;
  /** Replaced by its only child if it has just one: lists that usually have a single element. */
  readonly thin?: boolean;
  /** Adjusts a node whose kind depends on its tokens. */
  readonly finish?: (node: OpenNode, text: () => string) => void;
}

export interface Grammar {
  readonly language: LanguageId;
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

/** A one-argument wrapper in the language's library, such as `len(x)` or `x.reverse()`. */
export interface Wrapper {
  readonly name: string;
  readonly takes: readonly ValueKind[];
  readonly gives: ValueKind;
  readonly write: (operand: Expression) => Expression;
}

/** Writes code of the language from pieces of code. */
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
  /** Null if the language has no such expression. */
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
  /** A complete `if` around lines that are already indented one step deeper. */
  when(condition: string, body: string, indent: string, step: string): string;
}

/** Everything operators need to know about a language. Data where possible. */
export interface Language {
  readonly id: LanguageId;
  readonly title: string;
  readonly grammar: Grammar;
  readonly write: Writer;
  /** Operators that can replace each other, one list per family. */
  readonly families: {
    readonly arithmetic: readonly string[];
    readonly comparison: readonly string[];
    readonly logical: readonly string[];
    readonly augmented: readonly string[];
  };
  /** Names of functions and methods that are often confused. */
  readonly confusions: readonly (readonly string[])[];
  readonly wrappers: readonly Wrapper[];
  /** Methods that add a value to a container, by kind of container; `write` if it is not a method. */
  readonly adders: readonly {
    readonly takes: ValueKind;
    readonly method: string;
    readonly write?: (container: string, item: string) => string;
  }[];
  /** How to store a value in a map under a key, and how to remove a key. */
  readonly puts?: (container: string, key: string, value: string) => string;
  readonly drops?: (container: string, key: string) => string;
  /** Maps a written type to a rough kind, in languages with written types. */
  readonly kindOfType?: (type: string) => ValueKind | null;
  /** The rough kind of a macro's result, by its code. */
  readonly kindOfMacro?: (code: string) => ValueKind | null;
  /** The rough kind that a value must have for a method, if the compiler knows better than the common names do. */
  readonly receivers?: Readonly<Record<string, ValueKind>>;
  /** Rough result kinds of well-known calls, by function or method name. */
  readonly callKinds: Readonly<Record<string, ValueKind>>;
  /** Names from the language or its library, never variables of the program. */
  readonly builtins: ReadonlySet<string>;
  /** Repository paths that a file's imports may refer to, best first; paths that do not exist are ignored. */
  imports(path: string, text: string): readonly (readonly string[])[];
  /** Folders whose files a file can use without naming them, in languages that import folders. */
  folders?(path: string, text: string): readonly string[];
  /** Names of packages that a file imports: a package in the same repository usually has a folder with that name. */
  packages?(text: string): readonly string[];
}
