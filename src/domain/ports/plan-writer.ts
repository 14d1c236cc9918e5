import type { Plan } from "../entities/plan.ts";
import type { Say } from "./activity.ts";

export interface PlanRequest {
  readonly requestId: string;
  readonly traceId: string;
  /** A person's request, in their own words. */
  readonly text: string;
  /** The plan that was sent back and the comments on it; null if this is the first. */
  readonly revise: { readonly plan: Plan; readonly comments: string } | null;
}

type PlanWriting =
  /** `account`: usage and cost, for people. */
  | {
      readonly status: "written";
      readonly plan: Plan;
      readonly sessionId: string;
      readonly account: readonly string[];
    }
  | {
      readonly status: "not_written";
      readonly why: string;
      readonly sessionId: string;
      readonly account: readonly string[];
    };

/**
 * Turns a request into a plan whose status is `review`, by reading a copy of the repository. Its actions are
 * known tools with valid parameters, and its edits were rehearsed on that copy.
 */
export interface PlanWriter {
  write(
    request: PlanRequest,
    options: { readonly signal: AbortSignal; readonly say: Say },
  ): Promise<PlanWriting>;
}
