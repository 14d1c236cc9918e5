import type { SourceIndex } from "./source-index.ts";

/** One way to understand what the caller sent, with Unix line ends. */
export interface Wording {
  readonly search: string;
  readonly replace: string;
}

/** A line of the result: the index of a file line that stays unchanged, or new text. */
export type OutputLine = number | string;

/** A place a pass would edit: the file lines [from, to) and what they become. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  /** More than one if the indentation of new lines is uncertain; likeliest first. */
  readonly outputs: readonly (readonly OutputLine[])[];
  /** Whether new lines were given a different indentation than the caller's. */
  readonly reindented: boolean;
  /** Whether the outputs are equally likely, so that the syntax check must leave exactly one. */
  readonly open?: boolean;
  readonly score: number;
  readonly runnerUp: number | null;
}

interface Example {
  readonly title: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  /** The file after the edit; null if the pass must not find exactly one place. */
  readonly result: string | null;
}

/**
 * A way to find the search text in a file. Examines the whole file and returns every place it accepts: the
 * chain applies a single one and refuses several. Must not mutate and must not throw.
 */
export interface Pass {
  readonly meta: {
    readonly name: string;
    readonly title: string;
    readonly why: string;
    readonly examples: readonly Example[];
  };
  find(source: SourceIndex, wording: Wording): readonly Candidate[];
}

/**
 * Another reading of the request, without what transport or habit added to it. Changes both sides, or returns
 * null if the request shows no sign of it.
 */
export interface Reading {
  readonly meta: {
    readonly name: string;
    readonly title: string;
    readonly why: string;
    readonly examples: readonly { readonly before: Wording; readonly after: Wording | null }[];
  };
  read(wording: Wording): Wording | null;
}
