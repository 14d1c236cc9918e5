import type { z } from "zod";
import type { TextEdit } from "../../domain/entities/patch.ts";
import type { Range } from "./range.ts";
import type { TreePaths } from "./report-paths.ts";
import type { SyntaxTree } from "./syntax.ts";

/** A file as checks see it. */
export interface CheckedFile {
  readonly path: string;
  readonly text: string;
  /** Parsed once, at first use; null if the language is not supported. */
  syntax(): SyntaxTree | null;
}

/** One place that breaks a check. Lines and columns are 1-based; columns count UTF-16 units. */
export interface RawViolation {
  readonly path: string;
  /** Null if it concerns the whole file, or its absence. */
  readonly range: Range | null;
  /** Identifies it when lines move: the offending code, or the offending name. */
  readonly snippet: string;
  /** The names of the enclosing definitions, joined by dots; empty at the top of a file or if unknown. */
  readonly scope: string;
  /** A more specific message than the check's own. */
  readonly message?: string;
  /** Set if it need not be fixed, because a comment in the code or the linter that found it says so. */
  readonly suppressed?: { readonly reason: string; readonly until: string | null };
  /** Edits to the file's current text that remove the violation. */
  readonly edits?: readonly TextEdit[];
}

/** Services that a check may use; only `command` uses them. */
interface CheckTools {
  /** Runs an argument vector on the tree, confined; null if nothing can be executed. */
  readonly execute: Execute | null;
  readonly signal?: AbortSignal;
}

/** The input of `run`. */
export interface RunTools extends CheckTools {
  readonly tree: TreePaths;
  /** The text of any file in the tree, including files outside the check's globs; null if there is none. */
  readonly read: (path: string) => Promise<string | null>;
  /**
   * Reports that something could not be checked. The results of `run` still count, but a missing result means
   * nothing.
   */
  readonly report: (problem: string) => void;
}

export type Execute = (
  argv: readonly string[],
  /** Files to return as they are after the run. */
  readBack?: readonly string[],
  /** Files whose text differs from the tree's. */
  changed?: readonly { readonly path: string; readonly text: string }[],
) => Promise<{
  /** Null if the program did not start or was stopped. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why the run or its output is incomplete; absent if both are complete. */
  readonly stopped?: string;
  readonly files?: Readonly<Record<string, string>>;
}>;

export interface CheckExample<Options> {
  readonly title: string;
  readonly options: Options;
  readonly files: Readonly<Record<string, string>>;
  /** Files in the tree outside the check's globs. */
  readonly otherFiles?: readonly string[];
  /** The program's result, for checks that run one. */
  readonly output?: { readonly exitCode: number; readonly stdout: string; readonly stderr?: string };
}

export interface InvalidExample<Options> extends CheckExample<Options> {
  /** `path:line` of every violation, or `path` if there is no line. */
  readonly findings: readonly string[];
  /** The files that differ after all edits are applied. */
  readonly fixed?: Readonly<Record<string, string>>;
}

interface InvalidOptions {
  readonly path: readonly (string | number)[];
  readonly why: string;
  /** What to write; default: "one that compiles". */
  readonly instead?: string;
}

/**
 * A kind of check. `run` must not read or write anything but its arguments and `tools`, and must not mutate
 * them. With scope `file`, the result for a file depends only on that file, so the check runs again only when
 * the file changes; with scope `tree` it runs whenever any file changes.
 */
export interface CheckType<Options = unknown> {
  readonly meta: {
    /** The key of this check type in a contract. */
    readonly id: string;
    readonly title: string;
    readonly why: string;
    readonly scope: "file" | "tree";
    readonly options: z.ZodType<Options>;
    readonly valid: readonly CheckExample<z.input<z.ZodType<Options>>>[];
    readonly invalid: readonly InvalidExample<z.input<z.ZodType<Options>>>[];
  };
  /**
   * Errors in the options that the schema cannot detect, such as a regular expression that does not compile;
   * null if there are none.
   */
  whyInvalid?(options: Options): InvalidOptions | null;
  /**
   * Scope `tree` only: the data that `run` needs about one file, as JSON. It is cached until the file's content
   * changes, and replaces the file's `text` when `run` is called.
   */
  gather?(file: CheckedFile, options: Options): string;
  /** Whether `run` or `gather` will use this file's syntax tree, so that parsing can start on another thread. */
  needsSyntax?(file: Pick<CheckedFile, "path" | "text">, options: Options): boolean;
  /** Scope `file` only: the results of `run` for those rules of this type that are cheaper to evaluate together. */
  runTogether?(file: CheckedFile, options: readonly Options[]): ReadonlyMap<Options, readonly RawViolation[]>;
  run(
    files: readonly CheckedFile[],
    options: Options,
    tools: RunTools,
  ): readonly RawViolation[] | Promise<readonly RawViolation[]>;
  /** Alternative edits that fix a violation, whether or not it carries some; those that change the least come first. */
  fix?(
    raw: RawViolation,
    file: CheckedFile,
    options: Options,
    tools: CheckTools,
  ): Promise<readonly (readonly TextEdit[])[]>;
}

/** Checks the options' type against the schema, then erases it, so that all check types share one type. */
export function defineCheckType<Schema extends z.ZodType>(
  type: Omit<CheckType<z.output<Schema>>, "meta"> & {
    readonly meta: Omit<CheckType<z.output<Schema>>["meta"], "options" | "valid" | "invalid"> & {
      readonly options: Schema;
      readonly valid: readonly CheckExample<z.input<Schema>>[];
      readonly invalid: readonly InvalidExample<z.input<Schema>>[];
    };
  },
): CheckType {
  return type as unknown as CheckType;
}
