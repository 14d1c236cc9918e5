/** A small honest project whose tests use many styles. */
export interface Project {
  readonly framework: string;
  readonly files: Readonly<Record<string, string>>;
  readonly testFiles: readonly string[];
  /** The minimum number of tests. */
  readonly tests: number;
  /** Files that replace the honest ones and make comparisons true; null if the language does not allow that. */
  readonly cheat: Readonly<Record<string, string>> | null;
}
