import type { z } from "zod";
import type { TextEdit } from "../../domain/entities/patch.ts";
import type { Range } from "./range.ts";
import type { TreePaths } from "./report-paths.ts";
import type { SyntaxTree } from "./syntax.ts";

/** A file as checks see it. */
export interface CheckedFile {
  readonly path: string;
  readonly text: string;
  /** Parsed once, at first use; null where the language is none of ours. */
  syntax(): SyntaxTree | null;
}

/** One place where a check does not hold. Lines and columns are 1-based; columns count UTF-16 units. */
export interface RawViolation {
  readonly path: string;
  /** Null where the file as a whole, or its absence, is the matter. */
  readonly range: Range | null;
  /** What identifies it when lines move: the offending code, or the name of what offends. */
  readonly snippet: string;
  /** The names of what encloses it, joined by dots; empty at the top of a file or where unknown. */
  readonly scope: string;
  /** Says more than the check's own message. */
  readonly message?: string;
  /** Set where it is found but need not be fixed: a comment in the code, or the linter that found it, says so. */
  readonly suppressed?: { readonly reason: string; readonly until: string | null };
  /** Edits to the file's present text after which the finding is gone. */
  readonly edits?: readonly TextEdit[];
}

/** What a check may ask of the outside world; only `command` does. */
interface CheckTools {
  /** Runs an argument vector on the tree, harmlessly; null where nothing can be executed. */
  readonly execute: Execute | null;
  readonly signal?: AbortSignal;
}

/** What `run` is given. */
export interface RunTools extends CheckTools {
  readonly tree: TreePaths;
  /** The text of any file of the tree, also of those that the check is not asked about; null where it has none. */
  readonly read: (path: string) => Promise<string | null>;
  /**
   * Says that something could not be judged. What `run` returns still counts; that the rest was not found says
   * nothing.
   */
  readonly report: (problem: string) => void;
}

export type Execute = (
  argv: readonly string[],
  /** Files to return as they are after the run. */
  readBack?: readonly string[],
  /** Files that have another text than in the tree. */
  changed?: readonly { readonly path: string; readonly text: string }[],
) => Promise<{
  /** Null where the program did not start or was stopped. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not run to its end, or its output is not all there; absent where it did and is. */
  readonly stopped?: string;
  readonly files?: Readonly<Record<string, string>>;
}>;

export interface CheckExample<Options> {
  readonly title: string;
  readonly options: Options;
  readonly files: Readonly<Record<string, string>>;
  /** Files of the tree that the check is not asked about. */
  readonly otherFiles?: readonly string[];
  /** For checks that run something: what it answers. */
  readonly output?: { readonly exitCode: number; readonly stdout: string; readonly stderr?: string };
}

export interface InvalidExample<Options> extends CheckExample<Options> {
  /** `path:line` of every finding, or `path` where there is no line. */
  readonly findings: readonly string[];
  /** The files that differ after all edits of the findings were applied. */
  readonly fixed?: Readonly<Record<string, string>>;
}

interface InvalidOptions {
  readonly path: readonly (string | number)[];
  readonly why: string;
  /** What to write; "one that compiles" where absent. */
  readonly instead?: string;
}

/**
 * A kind of check. `run` must not read or write anything but its arguments and `tools`, and must not mutate
 * them. With scope `file`, what it says of a file depends on that file alone, so that it is asked again only
 * when the file changes; with scope `tree` it is asked whenever any file changes.
 */
export interface CheckType<Options = unknown> {
  readonly meta: {
    /** The key under which a contract has it. */
    readonly id: string;
    readonly title: string;
    readonly why: string;
    readonly scope: "file" | "tree";
    readonly options: z.ZodType<Options>;
    readonly valid: readonly CheckExample<z.input<z.ZodType<Options>>>[];
    readonly invalid: readonly InvalidExample<z.input<z.ZodType<Options>>>[];
  };
  /** What is wrong with the options that the schema cannot see (a regular expression that does not compile); null if nothing is. */
  whyInvalid?(options: Options): InvalidOptions | null;
  /**
   * Scope `tree` only: what `run` needs to know of one file, as JSON. It is kept as long as the file's content is
   * the same, and stands in the file's `text` when `run` is called.
   */
  gather?(file: CheckedFile, options: Options): string;
  /** Whether `run` or `gather` will look at this file's syntax: parsing can then begin on another thread. */
  needsSyntax?(file: Pick<CheckedFile, "path" | "text">, options: Options): boolean;
  /**
   * Scope `file` only: what `run` would find in the file, for those of several rules of this type for which that is
   * cheaper to find at once.
   */
  runTogether?(file: CheckedFile, options: readonly Options[]): ReadonlyMap<Options, readonly RawViolation[]>;
  run(
    files: readonly CheckedFile[],
    options: Options,
    tools: RunTools,
  ): readonly RawViolation[] | Promise<readonly RawViolation[]>;
  /** Edits that fix a finding, whether it carries some or not: alternatives, those that change the least first. */
  fix?(
    raw: RawViolation,
    file: CheckedFile,
    options: Options,
    tools: CheckTools,
  ): Promise<readonly (readonly TextEdit[])[]>;
}

/** Ties the options' type to the schema, then forgets it: the family is a list of equals. */
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
