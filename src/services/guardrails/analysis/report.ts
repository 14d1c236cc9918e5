/** What a trace shows about a run. Counts and names only; the caller decides how to print them. */
export interface TraceReport {
  readonly run: string;
  readonly started_at: string | null;
  readonly seconds: number | null;
  readonly steps: number;
  readonly failures: number;
  readonly denied: number;
  readonly tool_mix: readonly {
    readonly tool: string;
    readonly calls: number;
    readonly failures: number;
    readonly denied: number;
  }[];
  readonly hot_files: readonly { readonly path: string; readonly edits: number }[];
  readonly loops: readonly Loop[];
  readonly repeated_failures: readonly {
    readonly what: string;
    readonly error: string;
    readonly times: number;
  }[];
  readonly verification: {
    readonly runs: number;
    readonly passed: number;
    readonly failed: number;
    /** Null if no test ever ran. */
    readonly steps_to_first: number | null;
    readonly seconds_to_first: number | null;
    /** Files changed after the last test run that passed, so nothing shows that they work. */
    readonly edited_after_last_green: readonly string[];
    readonly refused_stops: number;
  };
  readonly waste: {
    readonly steps: number;
    readonly repeated_failures: number;
    readonly repeated_reads: number;
    readonly repeated_commands: number;
    readonly denied: number;
  };
  /**
   * One letter per step: `r` read, `e` edit, `c` command, `o` other, `f` failed, `d` denied, `G` green tests, `R` red.
   */
  readonly timeline: string;
  readonly cost: { readonly tokens: number | null; readonly usd: number | null };
  readonly suggestions: readonly Suggestion[];
}

export interface Loop {
  /** The same failing action repeated, several edits to one file without a green run, or a cycle of actions. */
  readonly kind: "same_failure" | "same_file" | "cycle";
  readonly what: string;
  readonly times: number;
  /** Numbers of the first and the last step, starting from 1. */
  readonly from: number;
  readonly to: number;
}

export interface Suggestion {
  readonly setting: string;
  readonly present: number;
  readonly suggested: number;
  readonly evidence: string;
}

/** One call as the analysis sees it, independent of its source. */
export interface TraceStep {
  readonly number: number;
  readonly at: number;
  readonly tool: string;
  readonly kind: string;
  /** Equal for equal actions. */
  readonly action: string;
  /** For people: a command or a path. */
  readonly what: string;
  readonly result: "success" | "failure" | "denied";
  readonly error: string;
  readonly edits: readonly string[];
  readonly tests: "passed" | "failed" | null;
}
