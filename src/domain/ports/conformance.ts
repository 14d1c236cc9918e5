import type { Baseline } from "../entities/baseline.ts";
import type { Severity } from "../entities/common.ts";
import type { Patch } from "../entities/patch.ts";
import type { Violation } from "../entities/violation.ts";
import type { TestTree } from "./testing.ts";

export interface ViolationFilter {
  readonly status?: "open" | "resolved" | "suppressed" | "all";
  readonly severity?: Severity;
  readonly checkId?: string;
  /** Glob on the file. */
  readonly file?: string;
  /** Part of the message, the path or the check's id; case is ignored. */
  readonly text?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** What the checks find in a tree, and what is known about violations. */
export interface ConformanceReader {
  /** Runs the contracts on the current tree; nothing is recorded, and suppressed violations are omitted. */
  check(options?: {
    readonly files?: readonly string[];
    readonly checkIds?: readonly string[];
  }): Promise<Pick<CheckRun, "violations" | "problems" | "missing" | "idle" | "looked">>;
  violation(violationId: string): Promise<Violation | null>;
  /** Newest first. */
  violations(filter?: ViolationFilter): Promise<readonly Violation[]>;
}

export interface CheckScope {
  /** Findings in other files are omitted. */
  readonly files?: readonly string[];
  /** With or without the contract's id and a slash before them. */
  readonly checkIds?: readonly string[];
  /** This severe or more. */
  readonly severity?: Severity;
  readonly signal?: AbortSignal;
}

/** A check that could not run, such as a linter that is not installed: what it would have found is unknown. */
export interface CheckProblem {
  readonly contract: string;
  readonly check: string;
  readonly why: string;
}

export type ReportFormat = "text" | "yaml" | "json" | "sarif";
export type ReportPaint = (part: "path" | "severity" | "dim" | "marker", text: string) => string;

interface ReportOptions {
  readonly paint?: ReportPaint;
  /** Ids of violations that are only counted, because they are in the baseline. */
  readonly left?: ReadonlySet<string>;
  /** Lists suppressed violations in `text` as well; the other formats always have them. */
  readonly suppressed?: boolean;
}

/** What one run of the checks found on one tree. */
export interface CheckRun {
  /** Under the ids they are, or would be, filed under; those that an exemption, a comment or the linter itself excuses are `suppressed`. */
  readonly violations: readonly Violation[];
  readonly problems: readonly CheckProblem[];
  /** Files that were asked for and are not in the tree. */
  readonly missing: readonly string[];
  /** How many checks ran and had a file to check. */
  readonly looked: number;
  /** Checks that had no file to check, so that finding nothing means nothing. */
  readonly idle: readonly Pick<CheckProblem, "contract" | "check">[];
  readonly filesChecked: number;
  readonly durationMs: number;
  /** Whether the check that once found a violation looked for it in this run. */
  covers(violation: Pick<Violation, "contract_id" | "check_id">): boolean;
  /** Makes the run the current state: new violations open, those no longer found resolve, those found again reopen. */
  file(): Promise<Filing>;
  format(format: ReportFormat, options?: ReportOptions): Promise<string>;
}

/** What filing a run changed, by violation id. */
export interface Filing {
  readonly opened: readonly string[];
  readonly reopened: readonly string[];
  readonly resolved: readonly string[];
  readonly suppressed: readonly string[];
}

interface ImportReport extends Filing {
  readonly tool: string;
  /** Findings that could not be placed; nothing is resolved then. */
  readonly problems: readonly CheckProblem[];
  /** Paths of ignored or generated files in which something was found; they have no violations. */
  readonly leftOut: readonly string[];
}

interface TrendPoint {
  readonly at: string;
  readonly open: Readonly<Record<Severity, number>>;
  readonly opened: number;
  readonly resolved: number;
}

/** A tree to check: an attempt's, or the user's working tree. */
export type CheckedTree = TestTree | "working-tree";

/** The contracts of a repository, run on any tree, and the record of its violations. */
export interface Conformance {
  /** How many checks the contracts contain; 0 if there are none. Refuses contracts that do not parse. */
  countChecks(): Promise<number>;
  /** Whether a contract contains the check that found a violation; findings of other tools have none. */
  knownChecks(): Promise<(violation: Pick<Violation, "contract_id" | "check_id">) => boolean>;
  /** The checks that run the tool whose log was imported as the contract `tool`. */
  checksOfTool(tool: string): Promise<readonly Pick<Violation, "contract_id" | "check_id">[]>;
  /** Says that a violation which no check looks for is gone, and why; false for others, which stay as they are. */
  resolveImported(violationId: string, why: string): Promise<boolean>;
  /** The contracts are always the repository's own: a change cannot soften what judges it. */
  check(tree: CheckedTree, scope?: CheckScope): Promise<CheckRun>;
  /** Patches that the checks themselves propose for a violation, cheapest first: a rewrite, a linter's fixer. */
  patches(violationId: string, tree: TestTree, signal?: AbortSignal): AsyncIterable<Patch>;
  /** Whether a program decides that the violation is gone, as a test would. */
  isJudgedByProgram(violation: Pick<Violation, "contract_id" | "check_id">): Promise<boolean>;
  /** By id, or by a unique prefix. */
  violation(violationId: string): Promise<Violation | null>;
  /** Most severe first, then by path and line. */
  violations(filter?: ViolationFilter): Promise<{
    readonly violations: readonly Violation[];
    readonly total: number;
  }>;
  /**
   * Another tool's report becomes violations. `roots` are absolute paths at which the repository was when the report
   * was made.
   */
  importSarif(text: string, roots?: readonly string[]): Promise<ImportReport>;
  /** The known violations; null if the repository has no baseline. */
  baseline(): Promise<Baseline | null>;
  keepBaseline(baseline: Baseline): Promise<void>;
  /** By which a baseline recognizes code; in hexadecimal. */
  sha256(text: string): string;
  /** A person's decision that a violation stays, until a date or permanently. */
  suppress(violationId: string, suppression: NonNullable<Violation["suppression"]>): Promise<Violation>;
  /** How many violations each check has, most first; by `contract/check`. */
  countByCheck(
    status?: NonNullable<ViolationFilter["status"]>,
  ): Promise<readonly { readonly check: string; readonly count: number }[]>;
  /** Every change of status of what one check found, oldest first. */
  turns(checkId: string): Promise<readonly { readonly at: string; readonly status: Violation["status"] }[]>;
  /** One point for each filed run, oldest first. */
  trend(limit?: number): Promise<readonly TrendPoint[]>;
}
