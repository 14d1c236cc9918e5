import type { RunBriefing, SourceFile } from "./repair.ts";

export interface TestRequest {
  /** What a person says is wrong, where no test shows it. */
  readonly issue: string;
  readonly frameworks: readonly string[];
  /** Tests that fail already; one of them may show it. */
  readonly failing: readonly string[];
  /** Some of the tests there are, to be written like. */
  readonly examples: readonly SourceFile[];
  readonly briefing: Pick<RunBriefing, "traceId" | "attemptId" | "say">;
  /** Tries what was written: null where it fails for a reason of the code's, else what is wrong with it. */
  readonly judge: (written: WrittenTest) => Promise<string | null>;
}

export interface WrittenTest {
  /** Files that were not there before. */
  readonly added: readonly SourceFile[];
  /** Files that were there and are not as they were. */
  readonly changed: readonly string[];
  /** Tests that fail already and are said to show it. */
  readonly named?: readonly string[];
}

type TestWriting =
  | { readonly status: "written"; readonly why: string }
  /** `endedByModel`: it could not continue, whatever became of its tests. */
  | { readonly status: "not_written"; readonly why: string; readonly endedByModel: boolean };

/** Writes a test that fails because of what a person describes. What it writes counts only where `judge` says so. */
export interface TestWriter {
  write(request: TestRequest, signal: AbortSignal): Promise<TestWriting>;
  /** What it used and cost, in sentences for people. */
  account(): readonly string[];
}
