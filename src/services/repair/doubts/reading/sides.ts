import type { ReadChange } from "../../../../domain/ports/repair.ts";
import type { Language } from "../../languages/language.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { CodeToken, Hunk } from "../../syntax/token-diff.ts";
import type { Imported } from "./aliases.ts";
import type { Literal } from "./literals.ts";
import type { Mention } from "./mentions.ts";

/** A function with the names around it, so that its two versions can be found: `Cart.total`. */
export interface Routine {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** One version of a file, parsed. */
export interface Side {
  readonly text: string;
  readonly tree: SyntaxNode;
  readonly tokens: readonly CodeToken[];
  readonly imported: readonly Imported[];
  readonly mentions: readonly Mention[];
  readonly routines: readonly Routine[];
  /** Without those of tests in the same file. */
  readonly literals: readonly Literal[];
  /** Tests in the same file, as a side whose literals are theirs. */
  inlineTests(): readonly Side[];
  textOf(node: SyntaxNode): string;
}

/** A changed file that exists after the change, in a language that can be parsed. */
export interface ChangedFile {
  readonly path: string;
  readonly language: Language;
  readonly isTest: boolean;
  readonly before: Side | null;
  readonly after: Side;
  readonly hunks: readonly Hunk[];
  /** Whether the change added some code inside the node. */
  isTouched(node: SyntaxNode): boolean;
}

export interface OpenChange {
  readonly given: ReadChange;
  /** Changed files that are not tests. */
  readonly sources: readonly ChangedFile[];
  /** Those, and changed or added test files. */
  readonly files: readonly ChangedFile[];
  readonly tests: readonly Side[];
}
