import type { SearchEvidence, Split } from "../entities/evidence.ts";
import type { Patch } from "../entities/patch.ts";
import type { LineCoverage, TestFailure, TestResult } from "../entities/test-result.ts";
import type { ToolResult } from "../entities/tool.ts";
import type { Violation } from "../entities/violation.ts";
import type { Say } from "./activity.ts";
import type { Lent } from "./sandbox.ts";
import type { JudgingFiles, Suite, TestTree } from "./testing.ts";

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A suspected place in the code. Lines are 1-based. */
export interface Suspect {
  readonly path: string;
  readonly line: number;
  readonly score: number;
  readonly why: string;
}

/** A run of lines that were added, removed or replaced. */
export interface RecentChange {
  /** The first added line; if none was added, the line after the removed ones. 1-based. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** By path, in file order. */
export type RecentChanges = Readonly<Record<string, readonly RecentChange[]>>;

export interface RepairTarget {
  /** The run in which the target failed. */
  readonly failing: TestResult;
  /** Files that may be changed: never the tests that judge the change. */
  readonly sources: readonly SourceFile[];
  readonly tests: readonly SourceFile[];
  readonly coverage: LineCoverage | null;
  /** The user's changes since each of the last commits, newest commit first. */
  readonly recent?: readonly RecentChanges[];
}

export interface NearRequest {
  readonly failures: readonly TestFailure[];
  /** Paths of the files that may change. */
  readonly sources: readonly string[];
  /** Paths of the files that judge a change. */
  readonly tests: readonly string[];
  readonly read: (path: string) => Promise<string>;
}

/** The files of a repository that are related to some failures; all of them if there are few. */
export type GatherNear = (request: NearRequest) => Promise<Pick<RepairTarget, "sources" | "tests">>;

/** The result of an earlier patch, so that a source can learn from it. */
export interface Feedback {
  readonly patch: Patch;
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
  /** Targets that still fail; empty if the patch was accepted as a whole. */
  readonly stillFailing: readonly string[];
  /** Why it was refused; empty if it was accepted. */
  readonly why: readonly string[];
  /** Tests that failed with it, if any were run. */
  readonly failures?: readonly TestFailure[];
}

/** What an attempt is about: one violation, or tests that fail. */
export interface Subject {
  readonly violationId: string | null;
  readonly tests: readonly string[];
}

export interface Guidance {
  /** The escalation or review that it answers. */
  readonly about: string;
  readonly by: string;
  readonly at: string;
  readonly text: string;
}

/** How to handle a call that was running when a session was interrupted: a result if it is known. */
export type RepeatAnswer = "repeat" | "skip" | ToolResult;

export interface RunBriefing {
  readonly traceId: string;
  readonly attemptId: string;
  readonly subject: Subject;
  /** Newest first. */
  readonly guidance: readonly Guidance[];
  /** The current activity, for observers. */
  readonly say: Say;
  /** The session to continue. */
  readonly resume?: { readonly sessionId: string; readonly answer: RepeatAnswer };
  /** The files a change may not touch; called before the first write, because it may need a test run. */
  readonly judging?: () => Promise<JudgingFiles | null>;
}

/** Information for a model in addition to the target. */
export interface Briefing extends RunBriefing {
  /** A person's description of the bug. */
  readonly issue: string | null;
  /** Findings of earlier sources. */
  readonly suspects: readonly Suspect[];
  readonly partly: readonly Patch[];
  readonly tried: number;
  /** Files that earlier patches changed, as they are now, and those they removed. */
  readonly files: readonly SourceFile[];
  readonly gone: readonly string[];
  /** Those patches, oldest first. */
  readonly kept?: readonly KeptPatch[];
}

/** An applied patch that fixed some of the tests and broke nothing. */
export interface KeptPatch {
  readonly patch: Patch;
  readonly fixed: readonly string[];
}

/** The attempt's tree inside the sandbox, where a source may run candidates before it offers any. */
export interface TestEnvironment {
  readonly tree: string;
  readonly lent: readonly Lent[];
  readonly suites: readonly Pick<Suite, "framework" | "root" | "env">[];
}

/** Another patch that passes the same tests, and an input on which it behaves differently; null if none could be tried. */
export interface Rival {
  readonly patch: Patch;
  readonly differs: string | null;
  /** That input and both results, if they can be written as a test. */
  readonly split?: Split | null;
}

export type Search =
  /** The project's tests cannot run in a warm worker. */
  { readonly status: "cold"; readonly why: string } | ({ readonly status: "searched" } & Searched);

/** The result of a search in warm workers. */
export interface Searched {
  /** Best first; each passed the tests in a warm worker, which is a filter and not the verdict. */
  readonly patches: readonly Patch[];
  /** For the first patch. */
  readonly searchEvidence?: SearchEvidence;
  readonly rivals: readonly Rival[];
  /** How many of the patches behave differently from the best one on varied test inputs. */
  readonly disagree: number;
  /** Patches that fix some of the targets and break nothing, best first. */
  readonly partly: readonly Patch[];
  /** Patches that pass the tests but are not trusted, with the reason. */
  readonly distrusted: readonly { readonly patch: Patch; readonly why: string }[];
  readonly tried: number;
  readonly operators: Readonly<Record<string, number>>;
  /** False when the budget ended it. */
  readonly complete: boolean;
}

/** Processes that the search for one target needs, started in advance. Disposing it stops them. */
export interface Preparation extends AsyncDisposable {
  readonly target: RepairTarget;
}

export interface PrepareOptions {
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

export interface SearchOptions extends PrepareOptions {
  /** The result of `prepare` for the same target. */
  readonly prepared?: Preparation;
  /** Called once it is known which lines each test runs. */
  readonly onSuspects?: SourceWatch["suspects"];
  readonly onProgress?: SourceWatch["progress"];
}

interface SearchProgress {
  readonly tried: number;
  readonly latest: Patch;
}

/** A change, regardless of its author. A file is missing from the side on which it does not exist. */
export interface ReadChange {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
  /** The files that judge it. The text of an unrelated one may be empty. */
  readonly tests: readonly SourceFile[];
}

/** A variant of a change. */
export interface Variation {
  readonly path: string;
  readonly line: number;
  /** A description of the difference, for people. */
  readonly text: string;
  /** The resulting file. */
  readonly without: string;
}

/** Conditions that a change adds, each with the file without it. */
export type FindConditions = (change: ReadChange) => readonly Variation[];

/** The parts of a change that may be unrelated to each other, each with the file without it. */
export type FindParts = (change: ReadChange) => readonly Variation[];

/** The changed files with the comments and the documentation they had before; none if a change only changes code. */
export type WithoutRemarks = (change: ReadChange) => readonly SourceFile[];

/** Variants of the added code, a few for each place. */
export type FindVariations = (change: ReadChange) => readonly Variation[];

/** The number of words, numbers and operators a change adds. */
export type CountNewTokens = (change: ReadChange) => number;

/** Why passing tests prove less about a change than usual, as a sentence for people. */
interface Doubt {
  readonly text: string;
  /**
   * The change affects what the tests consider equal, or the test tools themselves, so their results do not
   * count.
   */
  readonly forges: boolean;
}

/** Empty when nothing stands out. */
export type ReadDoubts = (change: ReadChange) => readonly Doubt[];

export interface RivalRequest extends Omit<ReadChange, "tests"> {
  /** The target of the change, with the original sources. */
  readonly target: RepairTarget;
  /** The tree with the change applied. */
  readonly environment: TestEnvironment;
  readonly signal: AbortSignal;
}

/** The search's alternative: it also passes every test, but behaves differently. */
export type FindRivals = (request: RivalRequest) => Promise<readonly Rival[]>;

export interface ProbeRequest extends ReadChange {
  /** The tree with the change applied. */
  readonly environment: TestEnvironment;
  /** Ids of the tests that the change makes pass, as the suite's framework names them. */
  readonly targets: readonly string[];
  readonly signal: AbortSignal;
}

export type Probed =
  | { readonly status: "unknown"; readonly why: string }
  /** `inputs`: calls that were compared. `doubts`: what they show, in sentences for people. */
  | { readonly status: "probed"; readonly inputs: number; readonly doubts: readonly string[] };

/** Compares old and new code on the calls the tests make, on variations of them, and outside the test framework. */
export type ProbeBehavior = (request: ProbeRequest) => Promise<Probed>;

/** A patch for `settle` to judge. */
export interface OfferedPatch {
  readonly patch: Patch;
  /** Results of the source's own test run: a filter, not the verdict. */
  readonly screened?: {
    readonly rivals: readonly Rival[];
    /** It fixes every target that runs the changed place. */
    readonly stands: boolean;
    readonly searchEvidence?: SearchEvidence;
  };
}

/**
 * Yields candidates, cheapest first; `settle` judges them. How it finds them (by asking a check, trying edits
 * in a warm worker or talking to a model) is up to the source. Must not mutate its input.
 */
export interface Source<Request> {
  readonly id: string;
  patches(request: Request): AsyncIterable<OfferedPatch>;
  /** Called with the result of each patch before the next one is requested. */
  learn?(feedback: Feedback): void;
  /** Its usage and cost in this run, as sentences for people. */
  account?(): readonly string[];
  /** Why it ended without a valid change; null while it has not ended. */
  gaveUp?(): string | null;
}

/** Failing tests, and functions a source may call while it searches for patches. */
export interface RepairSearchRequest {
  readonly target: RepairTarget;
  readonly environment: TestEnvironment;
  readonly signal: AbortSignal;
  /** The remaining budget of this source in milliseconds; infinite if there is none. */
  leftMs(): number;
  /** The target with the lines that the failing tests ran. The first call runs those tests. */
  measure(): Promise<RepairTarget>;
  /** Information for a model in addition to the target. */
  brief(): Promise<Briefing>;
  readonly watch: SourceWatch;
}

/** Called with the source's activity. */
export interface SourceWatch {
  suspects(suspects: readonly Suspect[]): void;
  progress(progress: SearchProgress): void;
  searched(search: Searched): void;
}

/** Starts in advance what a search will need. Disposing it stops whatever was started but not used. */
export interface WarmUp extends AsyncDisposable {
  /** Starts the most likely search while its caller is still busy. */
  expect(target: RepairTarget): void;
}

/** Repairs failing tests. */
export interface PatchSource extends Source<RepairSearchRequest> {
  /** It asks a model: it has its own budget, keeps its own sessions, and can continue an interrupted one. */
  readonly isModel?: boolean;
  /** Called before anything is known to fail. */
  warmUp?(environment: TestEnvironment, options: PrepareOptions): WarmUp;
}

interface ViolationRequest {
  readonly violation: Violation;
  /** The same violation as recorded in an imported report, with the report's fix. */
  readonly reportedAs?: Violation;
  readonly tree: TestTree;
  readonly signal: AbortSignal;
  brief(): Promise<RunBriefing>;
}

/** The same for a violation: the check's rewrite, a linter's fixer, a brain. */
export interface ViolationSource extends Source<ViolationRequest> {
  /** It proposes fixes written by a rule or tool; used even if no check can verify that the violation is gone. */
  readonly byTool?: boolean;
}

/** The suspects for a failure, most likely first. */
export type Locate = (target: RepairTarget) => readonly Suspect[];
