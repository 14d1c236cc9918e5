import type { ReadChange } from "../../../../domain/ports/repair.ts";
import type { Language } from "../../languages/language.ts";
import type { Code } from "../../syntax/code.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { CodeToken, Hunk } from "../../syntax/token-diff.ts";
import type { Imported } from "./aliases.ts";
import type { Literal } from "./literals.ts";
import type { Mention } from "./mentions.ts";

/** A function with its enclosing names, to match its two versions: `Cart.total`. */
export interface Routine {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** One version of a file, parsed. */
export interface Side extends Code {
  readonly tokens: readonly CodeToken[];
  readonly imported: readonly Imported[];
  readonly mentions: readonly Mention[];
  readonly routines: readonly Routine[];
  /** Without the literals of tests in the same file. */
  readonly literals: readonly Literal[];
  /** Tests in the same file, as a side with their own literals. */
  inlineTests(): readonly Side[];
}

/** A changed file that exists after the change, in a language with a parser. */
export interface ChangedFile {
  readonly path: string;
  readonly language: Language;
  readonly isTest: boolean;
  readonly before: Side | null;
  readonly after: Side;
  readonly hunks: readonly Hunk[];
  /** Whether the change added code inside the node. */
  isTouched(node: SyntaxNode): boolean;
}

export interface OpenChange {
  readonly given: ReadChange;
  /** Changed files that are not tests. */
  readonly sources: readonly ChangedFile[];
  /** The sources, plus changed or added test files. */
  readonly files: readonly ChangedFile[];
  readonly tests: readonly Side[];
}
