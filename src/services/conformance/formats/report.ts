import type { TextEdit } from "../../../domain/entities/patch.ts";
import type { Violation } from "../../../domain/entities/violation.ts";
import type { UnusedExemption } from "../../../domain/ports/conformance.ts";
import type { Range } from "../range.ts";
import type { CheckTime } from "../run-checks.ts";

/** A violation with data that only the current run has. */
export interface ReportItem {
  readonly violation: Violation;
  /** Not open before this run. */
  readonly isNew: boolean;
  readonly range: Range | null;
  readonly why: string | null;
  /** Edits that fix it, if the check has any. */
  readonly edits: readonly TextEdit[] | null;
  /** The result as another tool reported it. */
  readonly origin?: unknown;
}

export interface ConformanceReport {
  /** In the order in which they are shown. */
  readonly items: readonly ReportItem[];
  readonly problems: readonly { readonly contract: string; readonly check: string; readonly why: string }[];
  /** Checks whose globs match no file in the tree; empty for a run over some files only. */
  readonly idle: readonly { readonly contract: string; readonly check: string }[];
  /** Exemptions of the contracts that suppress nothing; empty for a run over some files or checks only. */
  readonly unusedExemptions: readonly UnusedExemption[];
  /** The number of other violations, which are in the baseline. */
  readonly inBaseline?: number;
  readonly filesChecked: number;
  /** How many of them came completely from the cache. */
  readonly filesFromCache: number;
  readonly durationMs: number;
  readonly time: CheckTime;
  /** The current text of a file; undefined if there is none. */
  readonly textOf: (path: string) => string | undefined;
}
