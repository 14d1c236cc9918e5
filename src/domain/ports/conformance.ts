import type { Severity } from "../entities/common.ts";
import type { Patch } from "../entities/patch.ts";
import type { Violation } from "../entities/violation.ts";
import type { ViolationBaseline } from "../entities/violation-baseline.ts";
import type { TestTree } from "./testing.ts";

export interface ViolationFilter {
  readonly status?: "open" | "resolved" | "suppressed" | "all";
  readonly severity?: Severity;
  readonly checkId?: string;
  /** Glob on the file. */
  readonly file?: string;
  /** Part of the message, the path or the check's id; case-insensitive. */
  readonly text?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** Runs the checks on a tree, and looks up recorded violations. */
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
  /** The minimum severity. */
  readonly severity?: Severity;
  /** Violations in the baseline are counted, and otherwise omitted. */
  readonly baseline?: boolean;
  readonly signal?: AbortSignal;
}

/** A check that could not run, such as a linter that is not installed: its result is unknown. */
export interface CheckProblem {
  readonly contract: string;
  readonly check: string;
  readonly why: string;
}

/** An exemption of a contract, or some of its paths, that suppress nothing. */
export interface UnusedExemption {
  readonly contract: string;
  /** Null if it is for all checks of the contract. */
  readonly check: string | null;
  /** What to delete: all paths of the exemption, or the unused ones. */
  readonly paths: readonly string[];
  /** Why it suppresses nothing, and what to do. */
  readonly why: string;
}

export type ReportFormat = "text" | "yaml" | "json" | "sarif";
export type ReportPaint = (part: "path" | "severity" | "dim" | "marker", text: string) => string;

interface ReportOptions {
  readonly paint?: ReportPaint;
  /** Lists suppressed violations in `text` too; the other formats always do. */
  readonly suppressed?: boolean;
}

/** The result of one run of the checks on one tree. */
export interface CheckRun {
  /**
   * With the ids under which they are, or would be, recorded; those excused by an exemption, a comment or the
   * linter itself are `suppressed`.
   */
  readonly violations: readonly Violation[];
  /** How many others are in the baseline. */
  readonly inBaseline: number;
  readonly problems: readonly CheckProblem[];
  /** Files that were asked for and are not in the tree. */
  readonly missing: readonly string[];
  /** How many checks ran and had a file to check. */
  readonly looked: number;
  /** Checks that had no file to check, so an empty result means nothing. */
  readonly idle: readonly Pick<CheckProblem, "contract" | "check">[];
  /** Empty for a run over some files or checks only, because it cannot know. */
  readonly unusedExemptions: readonly UnusedExemption[];
  readonly filesChecked: number;
  readonly durationMs: number;
  /** Whether the check that once found a violation looked for it in this run. */
  covers(violation: Pick<Violation, "contract_id" | "check_id">): boolean;
  /**
   * Makes the run the current state: opens new violations, resolves those no longer found, and reopens those
   * found again.
   */
  file(): Promise<Filing>;
  format(format: ReportFormat, options?: ReportOptions): Promise<string>;
}

/** The changes made by recording a run, by violation id. */
export interface Filing {
  readonly opened: readonly string[];
  readonly reopened: readonly string[];
  readonly resolved: readonly string[];
  readonly suppressed: readonly string[];
}

interface ImportReport extends Filing {
  readonly tool: string;
  /** Results that could not be mapped to a place; if there are any, no violation is resolved. */
  readonly problems: readonly CheckProblem[];
  /** Ignored or generated files with findings, which do not become violations. */
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
  /**
   * Resolves a violation that no check looks for, with a reason; returns false for any other, which stays
   * unchanged.
   */
  resolveImported(violationId: string, why: string): Promise<boolean>;
  /** The contracts always come from the repository: a change cannot weaken the rules that judge it. */
  check(tree: CheckedTree, scope?: CheckScope): Promise<CheckRun>;
  /** Patches that the checks themselves propose for a violation, cheapest first: a rewrite, a linter's fixer. */
  patches(violationId: string, tree: TestTree, signal?: AbortSignal): AsyncIterable<Patch>;
  /** Whether a program can verify that the violation is gone, as a test would. */
  isJudgedByProgram(violation: Pick<Violation, "contract_id" | "check_id">): Promise<boolean>;
  /** By id, or by a unique prefix. */
  violation(violationId: string): Promise<Violation | null>;
  /** Most severe first, then by path and line. */
  violations(filter?: ViolationFilter): Promise<{
    readonly violations: readonly Violation[];
    readonly total: number;
  }>;
  /**
   * Another tool's report becomes violations. `roots` are the absolute paths where the repository was located when
   * the report was written.
   */
  importSarif(text: string, roots?: readonly string[]): Promise<ImportReport>;
  /** The known violations; null if the repository has no baseline. */
  baseline(): Promise<ViolationBaseline | null>;
  keepBaseline(baseline: ViolationBaseline): Promise<void>;
  /** The hex digest that a baseline uses to recognize code. */
  sha256(text: string): string;
  /** A person's decision that a violation stays, until a date or permanently. */
  suppress(violationId: string, suppression: NonNullable<Violation["suppression"]>): Promise<Violation>;
  /** The number of violations by `contract/check`, most first. */
  countByCheck(
    status?: NonNullable<ViolationFilter["status"]>,
  ): Promise<readonly { readonly check: string; readonly count: number }[]>;
  /** Every status change of one check's violations, oldest first. */
  turns(checkId: string): Promise<readonly { readonly at: string; readonly status: Violation["status"] }[]>;
  /** One point for each filed run, oldest first. */
  trend(limit?: number): Promise<readonly TrendPoint[]>;
}
