/** A small honest project whose tests are written in many styles. */
export interface Project {
  readonly framework: string;
  readonly files: Readonly<Record<string, string>>;
  readonly testFiles: readonly string[];
  /** How many tests it has at least. */
  readonly tests: number;
  /** Files that replace the honest ones and make comparisons true; null if the language has no such trick. */
  readonly cheat: Readonly<Record<string, string>> | null;
}
