import type { Severity } from "../entities/common.ts";
import type { Violation } from "../entities/violation.ts";

export interface ViolationFilter {
  readonly status?: "open" | "resolved" | "suppressed" | "all";
  readonly severity?: Severity;
  readonly checkId?: string;
  /** Glob on the file. */
  readonly file?: string;
  readonly limit?: number;
}

/** What the checks say about a tree, and what is known of violations. */
export interface ConformanceDesk {
  /** Runs the contracts on the tree as it is now; nothing is filed. */
  check(options?: {
    readonly files?: readonly string[];
    readonly checkIds?: readonly string[];
  }): Promise<readonly Violation[]>;
  violation(violationId: string): Promise<Violation | null>;
  /** Newest first. */
  violations(filter?: ViolationFilter): Promise<readonly Violation[]>;
}
