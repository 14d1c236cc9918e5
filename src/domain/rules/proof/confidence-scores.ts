/**
 * The score of each signal of the search, written by `node bench/fit-confidence.ts --write`; do not edit by
 * hand. A row applies from its first number up to the next row. Every table is monotonic.
 */
export const SCORES = {
  /** The source of the rows. */
  from: "fitted to 71 repairs, 20 of them wrong: the first contact with python-4, javascript-4 and go-3 (all training now)",
  /** How many functions are suspected more than the changed one; 20 if it was not a suspect. */
  place: [
    [0, 0.96],
    [5, 0.96],
    [20, 0.84],
  ],
  /** Tests that pass with the change. */
  passed: [
    [0, 0.84],
    [2, 0.96],
    [4, 0.96],
    [8, 1],
  ],
  /** Changes that pass every test and behave differently. */
  rivals: [
    [0, 0.96],
    [1, 0.68],
    [2, 0.48],
    [4, 0.4],
  ],
  /** Other changes that pass every test, including those that behave the same on every tried input. */
  passing: [
    [0, 0.96],
    [3, 0.96],
    [10, 0.8],
    [25, 0.68],
  ],
  /** The cost that ranks the candidate: uncommon edits cost more. */
  cost: [
    [0, 1],
    [1.5, 1],
    [2.2, 0.92],
    [3, 0.68],
  ],
  /** Candidates that were tried before it. */
  before: [
    [0, 1],
    [30, 0.96],
    [300, 0.96],
    [2000, 0.84],
  ],
  /** Candidates of the same kind that were tried: of many, one passes by luck. */
  alike: [
    [0, 1],
    [20, 0.8],
    [60, 0.8],
  ],
  /** Tests that run the changed code. */
  tests: [
    [0, 0.72],
    [1, 0.84],
    [2, 0.88],
    [4, 1],
  ],
  /** The share of small changes to the place that the tests detect. */
  noticed: [
    [0, 0.16],
    [0.7, 0.44],
    [0.85, 0.64],
    [0.95, 0.84],
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
