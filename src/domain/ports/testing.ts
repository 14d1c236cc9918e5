import type { LineCoverage, TestResult } from "../entities/test-result.ts";
import type { Identity } from "./sandbox.ts";

export type Selection =
  | { readonly kind: "all" }
  | { readonly kind: "files"; readonly files: readonly string[] }
  /** Ids from `TestCase.id`. */
  | { readonly kind: "tests"; readonly ids: readonly string[] };

/** A framework found in a tree. `root` is the folder it runs in, relative to the tree, "." for the top. */
export interface Suite {
  readonly framework: string;
  readonly root: string;
  readonly why: string;
  /** Variables that the project's own command sets for its tests; absent if there are none. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestRunOptions {
  readonly selection?: Selection;
  readonly timeoutMs?: number;
  /** Measure executed lines of these repository paths. */
  readonly coverageOf?: readonly string[];
  /** The only lines of those files that matter, by path: others are skipped if measuring costs per line. */
  readonly coverageLines?: Readonly<Record<string, readonly number[]>>;
  /** Also report which of those lines each test executed, if the framework can do that cheaply. */
  readonly perTestCoverage?: boolean;
  /**
   * For a second opinion: uses the framework's own report instead of ours, and starts it differently. Not with
   * coverage.
   */
  readonly confirmation?: Confirmation;
  /** Files that the run sees at these paths, replacing or adding to the tree's own. */
  readonly files?: readonly TestText[];
  /** Folders without tests, which a run of all tests can skip. */
  readonly untested?: readonly string[];
  readonly signal?: AbortSignal;
}

/** How a confirming run differs from the run it confirms. */
export interface Confirmation {
  readonly identity: Identity;
  /** For hash seeds and the framework's own randomness; the order of tests does not change. */
  readonly seed: number;
}

/** Random words that identify the messages of canary tests. */
export interface CanaryMarks {
  /** In the message of a test that continued after an altered expectation: the altered one was accepted. */
  readonly accepted: string;
  /** In the message of a test that reached its end without passing an altered expectation. */
  readonly reached: string;
}

export interface TestText {
  readonly path: string;
  readonly text: string;
}

/** Executed lines by repository path. */
export type ExecutedLines = Readonly<Record<string, readonly number[]>>;

export interface TestRun {
  readonly result: TestResult;
  /** Null if it was not requested or could not be measured. */
  readonly coverage: LineCoverage | null;
  /** By test id; null if it was not requested or could not be measured. */
  readonly perTest: Readonly<Record<string, ExecutedLines>> | null;
  /**
   * What a person should know about how the tests ran, such as a different Node version than the project
   * requires.
   */
  readonly notes?: readonly string[];
}

/** The tree that tests run on: a subset of `AttemptTree`. */
export interface TestTree {
  readonly path: string;
  readonly lent: readonly { readonly source: string; readonly at: string }[];
  files(): Promise<readonly string[]>;
  readText(path: string): Promise<string>;
}

/** The files that judge a change: tests, their helpers, fixtures, snapshots and configuration. */
export interface JudgingFiles {
  /** Files whose tests the run executed or listed. */
  readonly collected: ReadonlySet<string>;
  /** Also for a path that does not exist yet. */
  has(path: string): boolean;
  /** A description for people; null for a file that judges nothing. */
  why(path: string): string | null;
}

/** For a repository without tests. */
export const NOTHING_JUDGES: JudgingFiles = { collected: new Set(), has: () => false, why: () => null };

export interface TestRunner {
  /** Every suite in the tree, best evidence first; empty if nothing is recognized. */
  detect(tree: TestTree): Promise<readonly Suite[]>;
  run(tree: TestTree, suite: Suite, options?: TestRunOptions): Promise<TestRun>;
  /**
   * The files that judge a change to this tree, learned from a run of all its tests. Call it before the change
   * is applied: a change must not decide which files judge it.
   */
  judges(tree: TestTree, suites: readonly Suite[], result: Pick<TestResult, "tests">): Promise<JudgingFiles>;
  /** Whether a path looks like a test by its name alone; for use before the first run. */
  isTestFile(path: string, suites: readonly Suite[]): boolean;
  /**
   * The test file with every expectation altered and every test failing at its end, under the same names and on
   * the same path: honest code fails all of them. Null if no test in it could be altered.
   */
  canaryOf(suite: Suite, file: TestText, marks: CanaryMarks): string | null;
  /**
   * A new file next to a test file, whose only test has this name and always fails; null if the framework does
   * not support it.
   */
  failingTest(suite: Suite, near: TestText, name: string): TestText | null;
}

/** One side of a change. `files` holds the texts of the changed paths that exist on this side. */
interface GuardSide {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** A run of the judging tests on this side; null if there was none. */
  readonly result: Pick<TestResult, "tests"> | null;
}

export interface GuardInput {
  readonly before: GuardSide;
  readonly after: GuardSide;
  readonly changedPaths: readonly string[];
  /** `JudgingFiles.has` of the tree before the change. */
  readonly isTestFile: (path: string) => boolean;
}

/** Rules about test results that need no test run. */
export interface TestRules {
  /** Merges the results of several suites of one repository. */
  merge(results: readonly TestResult[]): TestResult;
  /** What a change did to the tests that judge it, in sentences for people; empty if it did nothing. */
  guard(input: GuardInput): readonly string[];
  /** Why a suite gave no result and what to do about it, as a phrase. */
  whyNotStarted(result: TestResult): string;
  /**
   * Why the machine, not the code, caused the failures; null if it did not. `certain` if the errors themselves
   * say so.
   */
  environmentProblem(result: TestResult): { readonly why: string; readonly certain: boolean } | null;
}
