import type { Escalation } from "../../domain/entities/escalation.ts";
import type { FixPhase } from "../../domain/entities/fix-attempt.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { ModelActivity } from "../../domain/ports/activity.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { NoVerdict } from "../proof/no-verdict.ts";
import type { BaselineCache } from "../proof/regression-baseline.ts";
import type { ProvenOutcome } from "../reviews/proven-outcome.ts";
import type { ResumedRun } from "../sessions/in-attempt.ts";

export interface FixRequest {
  readonly violationId: string;
  /** Land without asking, unless the gate requires approval. */
  readonly auto: boolean;
  readonly dryRun: boolean;
  /** Earlier test results for the same code, so that the tests need not run again. */
  readonly baselines?: BaselineCache;
  /** The token of the claim under which the fix is made. */
  readonly fence?: Fence;
  readonly resume?: ResumedRun;
}

/** A fix that was tried, and why it was refused. */
export interface RefusedFix {
  readonly description: string;
  readonly operator: string;
  readonly why: string;
}

export type FixOutcome = { readonly violation: Violation } & (
  | { readonly status: "already_gone" }
  /** A person must take over. */
  | {
      readonly status: "cannot_fix";
      readonly escalation: Escalation;
      readonly refused: readonly RefusedFix[];
    }
  /** The tests give no result, so nothing can be proven. */
  | ({ readonly status: "no_verdict" } & NoVerdict)
  | ProvenOutcome
);

/** Progress that a host may show. */
export interface FixEvent {
  readonly violation: Violation;
  readonly phase: FixPhase;
  readonly detail: string;
  /** Progress of a model that works on it. */
  readonly activity?: ModelActivity;
}
