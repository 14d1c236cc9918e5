import type { Patch } from "../entities/patch.ts";
import type { LineCoverage, TestResult } from "../entities/test-result.ts";
import type { Violation } from "../entities/violation.ts";
import type { TestTree } from "./testing.ts";

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A place that is suspected, most suspected first. Lines are 1-based. */
export interface Suspect {
  readonly path: string;
  readonly line: number;
  readonly score: number;
  readonly why: string;
}

export interface RepairTarget {
  /** The run in which the target failed. */
  readonly failing: TestResult;
  /** Files that may be changed: never the tests that judge. */
  readonly sources: readonly SourceFile[];
  readonly tests: readonly SourceFile[];
  readonly coverage: LineCoverage | null;
}

/** What became of an earlier patch, so that a source can learn from it. */
export interface Feedback {
  readonly patch: Patch;
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
}

/**
 * Yields patches, cheapest first; `settle` judges them. Must not mutate the target. A crash of one operator
 * is an event, not an end.
 */
export interface PatchSource {
  readonly id: string;
  locate(target: RepairTarget): Promise<readonly Suspect[]>;
  propose(target: RepairTarget, signal: AbortSignal): AsyncIterable<Patch>;
}

/** The same for a violation: the check's rewrite, a linter's fixer, a brain. */
export interface ViolationSource {
  readonly id: string;
  propose(violation: Violation, tree: TestTree, signal: AbortSignal): AsyncIterable<Patch>;
}
