import type { SearchEvidence, Split } from "../entities/evidence.ts";
import type { Patch } from "../entities/patch.ts";
import type { LineCoverage, TestFailure, TestResult } from "../entities/test-result.ts";
import type { ToolResult } from "../entities/tool.ts";
import type { Violation } from "../entities/violation.ts";
import type { Say } from "./activity.ts";
import type { Lent } from "./sandbox.ts";
import type { JudgingFiles, TestTree } from "./testing.ts";

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
  /** Lines that the user changed lately, by path. */
  readonly recent?: Readonly<Record<string, readonly number[]>>;
}

export interface NearRequest {
  readonly failures: readonly TestFailure[];
  /** Paths of the files that may change. */
  readonly sources: readonly string[];
  /** Paths of the files that judge. */
  readonly tests: readonly string[];
  readonly read: (path: string) => Promise<string>;
}

/** The files of a repository that have to do with some failures; all of them when there are few. */
export type GatherNear = (request: NearRequest) => Promise<Pick<RepairTarget, "sources" | "tests">>;

/** What became of an earlier patch, so that a source can learn from it. */
export interface Feedback {
  readonly patch: Patch;
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
  /** Targets that still fail; empty where the patch was accepted as a whole. */
  readonly stillFailing: readonly string[];
  /** Why it was refused; empty where it was accepted. */
  readonly why: readonly string[];
  /** What failed with it, where tests were run. */
  readonly failures?: readonly TestFailure[];
}

/** What an attempt is about: one violation, or tests that fail. */
export interface Subject {
  readonly violationId: string | null;
  readonly tests: readonly string[];
}

/** A person's words about the same work, given after an earlier attempt. */
export interface Guidance {
  readonly escalationId: string;
  readonly by: string;
  readonly at: string;
  readonly text: string;
}

/** What to do about a call that was being made when a session was interrupted; a result where it is known. */
export type RepeatAnswer = "repeat" | "skip" | ToolResult;

/** Under which a source that keeps a record of its own keeps it, what people said, and who listens. */
export interface RunBriefing {
  readonly traceId: string;
  readonly attemptId: string;
  readonly subject: Subject;
  /** Newest first. */
  readonly guidance: readonly Guidance[];
  /** What it does right now, for whoever watches. */
  readonly say: Say;
  /** The session of its own that it continues with. */
  readonly resume?: { readonly sessionId: string; readonly answer: RepeatAnswer };
  /** What a change may not touch; asked before the first write, because it may take a run of the tests to know. */
  readonly judging?: () => Promise<JudgingFiles | null>;
}

/** What a source that thinks longer is told beside the target. */
export interface Briefing extends RunBriefing {
  /** What a person said is wrong. */
  readonly issue: string | null;
  /** What the sources before it found out. */
  readonly suspects: readonly Suspect[];
  readonly partly: readonly Patch[];
  readonly tried: number;
  /** Files that earlier patches changed, as they are now, and those they removed. */
  readonly files: readonly SourceFile[];
  readonly gone: readonly string[];
  /** Those patches, oldest first: what it starts from. */
  readonly kept?: readonly KeptPatch[];
}

/** A patch that fixed a part, broke nothing, and is in the tree. */
export interface KeptPatch {
  readonly patch: Patch;
  readonly fixed: readonly string[];
}

/** Where a source may run candidates itself before it offers any: the attempt's tree, as the sandbox shows it. */
export interface TestEnvironment {
  readonly tree: string;
  readonly lent: readonly Lent[];
  readonly suites: readonly { readonly framework: string; readonly root: string }[];
}

/** Another patch that passes the same tests; an input on which it behaves otherwise, null where none could be tried. */
export interface Rival {
  readonly patch: Patch;
  readonly differs: string | null;
  /** That input and both answers, where a test could be written of them. */
  readonly split?: Split | null;
}

export type Search =
  /** This project's tests cannot be run in a warm worker. */
  { readonly status: "cold"; readonly why: string } | ({ readonly status: "searched" } & Searched);

/** What a search in warm workers found. */
export interface Searched {
  /** Best first; each passed the tests in a warm worker, which is a filter and not the verdict. */
  readonly patches: readonly Patch[];
  /** Of the first of them. */
  readonly searchEvidence?: SearchEvidence;
  readonly rivals: readonly Rival[];
  /** How many of the patches behave otherwise than the best on inputs varied from the tests. */
  readonly disagree: number;
  /** Patches that fix some of the targets and break nothing, best first. */
  readonly partly: readonly Patch[];
  /** Patches that pass the tests and are not to be believed, with the reason. */
  readonly distrusted: readonly { readonly patch: Patch; readonly why: string }[];
  readonly tried: number;
  readonly operators: Readonly<Record<string, number>>;
  /** False when the budget ended it. */
  readonly complete: boolean;
}

/** What a search of one target needs, started ahead of it. Ends what it started when it is disposed of. */
export interface Preparation extends AsyncDisposable {
  readonly target: RepairTarget;
}

export interface PrepareOptions {
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

export interface SearchOptions extends PrepareOptions {
  /** What `prepare` gave for the same target. */
  readonly prepared?: Preparation;
  readonly onProgress?: (progress: SearchProgress) => void;
}

interface SearchProgress {
  readonly tried: number;
  readonly perSecond: number;
  readonly latest: Patch;
}

/** A change, whoever made it. A file is missing from the side on which it does not exist. */
export interface ReadChange {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
  /** What judges it. The text of one that has nothing to do with the change may be empty. */
  readonly tests: readonly SourceFile[];
}

/** A change with something different in it. */
export interface Variation {
  readonly path: string;
  readonly line: number;
  /** What is different, for people. */
  readonly text: string;
  /** The file as it is then. */
  readonly without: string;
}

/** Conditions that a change adds, each with the file without it. */
export type FindConditions = (change: ReadChange) => readonly Variation[];

/** Other code in place of new code, a few tries for each place. */
export type FindVariations = (change: ReadChange) => readonly Variation[];

/** How many words, numbers and operators of code a change adds. */
export type CountNewTokens = (change: ReadChange) => number;

/** Why passing tests say less about a change than usual, in a sentence for people. */
interface Doubt {
  readonly text: string;
  /** It changes what the tests take for equal, or the tests' tools themselves: nothing they say counts any more. */
  readonly forges: boolean;
}

/** Empty when nothing stands out. */
export type ReadDoubts = (change: ReadChange) => readonly Doubt[];

export interface RivalRequest extends Omit<ReadChange, "tests"> {
  /** What the change fixes, with the sources as they were. */
  readonly target: RepairTarget;
  /** The tree with the change applied. */
  readonly environment: TestEnvironment;
  readonly signal: AbortSignal;
}

/** What the search would have offered instead: it passes every test as well, and behaves differently. */
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
  /** What its source knows because it has run the tests itself: a filter, not the verdict. */
  readonly screened?: {
    readonly rivals: readonly Rival[];
    /** It fixes every target that runs the changed place. */
    readonly stands: boolean;
    readonly searchEvidence?: SearchEvidence;
  };
}

/**
 * Yields candidates, cheapest first; `settle` judges them. How it finds them, by asking a check, by trying edits in a
 * warm worker or by talking to a model, is its own business. Must not mutate what it is given.
 */
export interface Source<Request> {
  readonly id: string;
  patches(request: Request): AsyncIterable<OfferedPatch>;
  /** Told what became of each patch before the next one is asked for. */
  learn?(feedback: Feedback): void;
  /** What it used and cost in this run, in sentences for people. */
  account?(): readonly string[];
  /** Why it ended without a change that holds; null while it has not. */
  gaveUp?(): string | null;
}

/** Failing tests, and what a source may ask for while it looks for patches. */
export interface RepairSearchRequest {
  readonly target: RepairTarget;
  readonly environment: TestEnvironment;
  readonly signal: AbortSignal;
  /** What is left of the budget that holds for this source, in milliseconds; infinite where none does. */
  leftMs(): number;
  /** The target with the lines that the failing tests ran; costs a run of them, once. */
  measure(): Promise<RepairTarget>;
  /** What a source that thinks longer is told beside the target. */
  brief(): Promise<Briefing>;
  readonly watch: SourceWatch;
}

/** Told what a source does by itself. */
export interface SourceWatch {
  suspects(suspects: readonly Suspect[]): void;
  progress(progress: SearchProgress): void;
  searched(search: Searched): void;
}

/** Starts ahead what a search will need. Ends what it started, and nobody took, when it is disposed of. */
export interface WarmUp extends AsyncDisposable {
  /** Begins the search that will most likely be asked for, while its caller is still busy. */
  expect(target: RepairTarget): void;
}

/** Repairs failing tests. */
export interface PatchSource extends Source<RepairSearchRequest> {
  /** It keeps sessions of its own, and can continue with one that was interrupted. */
  readonly resumes?: boolean;
  /** Before anything is known to fail. */
  warmUp?(environment: TestEnvironment, options: PrepareOptions): WarmUp;
}

interface ViolationRequest {
  readonly violation: Violation;
  /** The same violation as an imported log has it, with the log's fix. */
  readonly reportedAs?: Violation;
  readonly tree: TestTree;
  readonly signal: AbortSignal;
  brief(): Promise<RunBriefing>;
}

/** The same for a violation: the check's rewrite, a linter's fixer, a brain. */
export interface ViolationSource extends Source<ViolationRequest> {
  /** It offers what a rule or a tool wrote; asked also where no check can say that the violation is gone. */
  readonly byTool?: boolean;
}

/** The places of a failure, most suspected first. */
export type Locate = (target: RepairTarget) => readonly Suspect[];
