/** A correct program, calls with their results, and ways to break it: each bug is one case. */
export interface Program {
  readonly name: string;
  readonly kind: "module" | "commonjs" | "typescript" | "go" | "rust";
  readonly code: string;
  /** What the tests import. */
  readonly exports: readonly string[];
  /** The layout of Go tests: one function each, subtests of one, or a table and a loop. */
  readonly style?: "functions" | "subtests" | "loop";
  /** Packages that the tests import, and helpers they share. */
  readonly imports?: readonly string[];
  readonly setup?: string;
  /** Expressions and their expected values, as code. Visible to the repair. */
  readonly visible: readonly (readonly [string, string])[];
  /** Hidden, for grading. */
  readonly hidden: readonly (readonly [string, string])[];
  /** Text to find (exactly once) and its faulty replacement. */
  readonly bugs: readonly (readonly [string, string])[];
}
