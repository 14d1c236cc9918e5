/**
 * The score of each signal of the search, written by `node bench/fit-confidence.ts --write`; do not edit by
 * hand. A row applies from its first number up to the next row. Every table is monotonic.
 */
export const SCORES = {
  /** The source of the rows. */
  from: "fitted to 63 repairs, 10 of them wrong: bench/cases Python with two visible tests each, bench/cases JavaScript, and 10 of a set by another author (all training)",
  /** The rank of the changed place among the suspects, from 0; 20 if it was not a suspect. */
  place: [
    [0, 1],
    [5, 0.92],
    [20, 0.92],
  ],
  /** Tests that pass with the change. */
  passed: [
    [0, 0.84],
    [2, 1],
    [4, 1],
    [8, 1],
  ],
  /** Changes that pass every test and behave differently. */
  rivals: [
    [0, 1],
    [1, 0.6],
    [2, 0.44],
    [4, 0.4],
  ],
  /** Other changes that pass every test, including those that behave the same on every tried input. */
  passing: [
    [0, 1],
    [3, 0.96],
    [10, 0.8],
    [25, 0.68],
  ],
  /** The cost that ranks the candidate: uncommon edits cost more. */
  cost: [
    [0, 1],
    [1.5, 1],
    [2.2, 0.88],
    [3, 0.8],
  ],
  /** Candidates that were tried before it. */
  before: [
    [0, 1],
    [30, 1],
    [300, 0.96],
    [2000, 0.8],
  ],
  /** Candidates of the same kind that were tried: of many, one passes by luck. */
  alike: [
    [0, 1],
    [20, 0.96],
    [60, 0.8],
  ],
  /** Tests that run the changed code. */
  tests: [
    [0, 0.84],
    [1, 0.96],
    [2, 1],
    [4, 1],
  ],
  /** The share of small changes to the place that the tests detect. */
  noticed: [
    [0, 0.24],
    [0.7, 0.4],
    [0.85, 0.68],
    [0.95, 1],
    [0.995, 1],
  ],
} as const;

/** How evidence and reviews call each signal. */
export const SIGNAL_NAMES: Readonly<Record<ScoredSignal, string>> = {
  place: "place of the change",
  passed: "tests that pass now",
  rivals: "other changes that also pass",
  passing: "changes that pass, including equivalent ones",
  cost: "how unusual the edit is",
  before: "candidates tried before it",
  alike: "candidates of the same kind",
  tests: "tests that run the changed place",
  noticed: "small changes there that the tests notice",
};

/** The value for a place whose small changes could not be tried. */
export const UNMEASURED = 0.7;

export type ScoredSignal = Exclude<keyof typeof SCORES, "from">;
export type ScoreTable = readonly (readonly [from: number, score: number])[];

export function scoreIn(table: ScoreTable, value: number): number {
  return table.findLast(([from]) => from <= value)?.[1] ?? table[0]?.[1] ?? 1;
}
