/** Whole lines `start` to `end`, 1-based and inclusive; `end: start - 1` inserts before `start`. */
export interface LineChange {
  readonly kind: "lines";
  readonly start: number;
  readonly end: number;
  /** Whole lines, with or without the final line break; "" removes the range. */
  readonly text: string;
}

export interface SearchChange {
  readonly kind: "search";
  readonly search: string;
  readonly replace: string;
  /** The approximate line where the caller saw it, 1-based; decides between several equal places. */
  readonly line?: number;
  /** Which of several equal places, 1-based from the top, or all of them. */
  readonly occurrence?: number | "all";
}

export type Change = LineChange | SearchChange;

export interface FileRequest {
  readonly path: string;
  /** The hash of the content the caller saw. The request is refused if the file has changed. */
  readonly expectedHash?: string;
  /** All refer to the file before the request. */
  readonly changes: readonly Change[];
}

export interface EditRequest {
  readonly files: readonly FileRequest[];
}

export interface EditableFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** 1-based, inclusive; `end` is `start - 1` if there are no lines. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** How the place of a change was found: stored in the journal, and used to compute the confidence. */
export interface AppliedChange {
  /** Position in the file's list of changes. */
  readonly change: number;
  /** The pass that matched, and how the request was interpreted if it was not taken literally. */
  readonly strategy: string;
  /** 1 is an exact match. */
  readonly score: number;
  /** The score of the second-best place; null if the pass requires equality. */
  readonly runnerUp: number | null;
  readonly ranges: readonly { readonly before: LineSpan; readonly after: LineSpan }[];
}

export interface EditedFile {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly applied: readonly AppliedChange[];
}

export interface NoopChange {
  readonly path: string;
  readonly change: number;
  readonly lines: LineSpan;
  readonly message: string;
}

export type DifferenceKind =
  | "indentation"
  | "trailing_space"
  | "escape"
  | "punctuation"
  | "spelling"
  | "missing_line"
  | "stale";

/** The closest place, and where it first differs from the search text. */
export interface ClosestPlace {
  readonly lines: LineSpan;
  readonly preview: string;
  readonly difference: {
    readonly kind: DifferenceKind;
    readonly line: number;
    readonly found: string;
    readonly searched: string;
  };
}

type ProblemCode =
  | "no_such_file"
  | "stale_file"
  | "not_text"
  | "bad_range"
  | "empty_search"
  | "not_found"
  | "ambiguous"
  | "indentation_unclear"
  | "overlap";

export interface EditProblem {
  readonly path: string;
  /** Null if the whole file is refused. */
  readonly change: number | null;
  readonly code: ProblemCode;
  /** What happened and what to change so that the next call works. */
  readonly message: string;
  readonly closest?: ClosestPlace;
  readonly candidates?: readonly { readonly lines: LineSpan; readonly preview: string }[];
}

export type EditPlan =
  | { readonly status: "ready"; readonly files: readonly EditedFile[]; readonly noops: readonly NoopChange[] }
  | {
      readonly status: "refused";
      readonly problems: readonly EditProblem[];
      /** The request's other changes: not written either, but nothing is wrong with them. */
      readonly others: readonly {
        readonly path: string;
        readonly change: number;
        readonly state: "would_apply" | "already_applied";
      }[];
    };

/** Whether a text is valid in the language its path names; null if the language is not known. */
export type SyntaxCheck = (path: string, text: string) => boolean | null;

/** One file before and after a change; null if it does not exist. */
export interface FileVersion {
  readonly bytes: Uint8Array;
  readonly mode: "100644" | "100755" | "120000";
}

export interface FileDifference {
  readonly path: string;
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
}

/** Pure: the caller reads the files and writes what `plan` yields, all of it or nothing. */
export interface Editor {
  plan(request: EditRequest, files: readonly EditableFile[]): EditPlan;
  /** A patch that `git apply` accepts. */
  diff(files: readonly FileDifference[]): string;
}
