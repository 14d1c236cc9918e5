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
  /** Runs the new tests: null if they fail because of the code, otherwise what is wrong with them. */
  readonly judge: (written: WrittenTest) => Promise<string | null>;
}

export interface WrittenTest {
  /** New files. */
  readonly added: readonly SourceFile[];
  /** Existing files that were changed. */
  readonly changed: readonly string[];
  /** Tests that already fail and, according to the writer, show the bug. */
  readonly named?: readonly string[];
}

type TestWriting =
  | { readonly status: "written"; readonly why: string }
  /** `endedByModel`: the model could not continue, regardless of its tests. */
  | { readonly status: "not_written"; readonly why: string; readonly endedByModel: boolean };

/** Writes a test that fails because of the bug a person describes. It counts only if `judge` accepts it. */
export interface TestWriter {
  write(request: TestRequest, signal: AbortSignal): Promise<TestWriting>;
  /** Its usage and cost, as sentences for people. */
  account(): readonly string[];
}
