import type { RunBriefing, SourceFile } from "./repair.ts";

export interface TestRequest {
  /** A person's description of a bug that no test shows. */
  readonly issue: string;
  readonly frameworks: readonly string[];
  /** Tests that already fail; one of them may show it. */
  readonly failing: readonly string[];
  /** Some existing tests, as examples. */
  readonly examples: readonly SourceFile[];
  readonly briefing: Pick<RunBriefing, "traceId" | "attemptId" | "say">;
  /** Tries what was written: null if it fails because of the code, else what is wrong with it. */
  readonly judge: (written: WrittenTest) => Promise<string | null>;
}

export interface WrittenTest {
  /** New files. */
  readonly added: readonly SourceFile[];
  /** Existing files that were changed. */
  readonly changed: readonly string[];
  /** Tests that already fail and are said to show it. */
  readonly named?: readonly string[];
}

type TestWriting =
  | { readonly status: "written"; readonly why: string }
  /** `endedByModel`: it could not continue, whatever became of its tests. */
  | { readonly status: "not_written"; readonly why: string; readonly endedByModel: boolean };

/** Writes a test that fails because of what a person describes. What it writes counts only if `judge` accepts it. */
export interface TestWriter {
  write(request: TestRequest, signal: AbortSignal): Promise<TestWriting>;
  /** What it used and cost, as sentences for people. */
  account(): readonly string[];
}
