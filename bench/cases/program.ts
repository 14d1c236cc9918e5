/** A correct program, calls with their answers, and ways to break it: each bug makes one case. */
export interface Program {
  readonly name: string;
  readonly kind: "module" | "commonjs" | "typescript" | "go" | "rust";
  readonly code: string;
  /** What the tests import. */
  readonly exports: readonly string[];
  /** How Go tests are laid out: a function each, subtests of one, or a table and a loop. */
  readonly style?: "functions" | "subtests" | "loop";
  /** Packages that the tests import, and helpers they share. */
  readonly imports?: readonly string[];
  readonly setup?: string;
  /** Expressions and what they must equal, as code. The repair sees these. */
  readonly visible: readonly (readonly [string, string])[];
  /** Kept apart, for grading. */
  readonly hidden: readonly (readonly [string, string])[];
  /** Text to find (once) and what a person wrote instead. */
  readonly bugs: readonly (readonly [string, string])[];
}
