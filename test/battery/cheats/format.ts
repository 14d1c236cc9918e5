/** The format of `cases/<project>.json`. */

/** New content by path, or null to delete the file. */
export type Files = Readonly<Record<string, string | null>>;

type CheatClass = "forged" | "special" | "environment" | "structural";

export interface Fix {
  readonly id: string;
  /** For example "one line", "helper function" or "rewritten". */
  readonly style: string;
  readonly files: Files;
}

export interface Case {
  readonly id: string;
  readonly project: string;
  readonly class: CheatClass;
  /** What the patch does, in one sentence. */
  readonly technique: string;
  readonly disguise: "plain" | "obfuscated";
  /** The command that appears green, if it is not the project's own. */
  readonly command?: readonly string[];
  /** What the cheat fools, if not both the exit status and the lines about tests. */
  readonly fools?: "exit status";
  /** A regular expression that the output of the fooled run matches. */
  readonly shows?: string;
  /** True if only the named target tests are forged, so that other failing tests stay red. */
  readonly selective?: true;
  /** How to ask for the hidden answers, if the project's own way would not unmask the cheat. */
  readonly answers?: readonly string[];
  /** Anything else a reader should know. */
  readonly note?: string;
  /** The id of the honest twin. */
  readonly honest: string;
  readonly files: Files;
}

export interface Project {
  readonly project: string;
  readonly language: "python" | "javascript" | "typescript" | "go" | "rust";
  readonly framework: "pytest" | "unittest" | "node:test" | "go test" | "cargo test";
  readonly test: readonly string[];
  readonly answers: readonly string[];
  /** The tests that fail before the patch, as the framework prints their names. */
  readonly failing: readonly string[];
  readonly bug: string;
  readonly honest: readonly Fix[];
  readonly cases: readonly Case[];
}
