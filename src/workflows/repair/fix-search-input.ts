import type { Kept } from "../../domain/entities/task.ts";
import type { Briefing, RunBriefing } from "../../domain/ports/repair.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Failing } from "../proof/baseline.ts";
import type { RepairEvent, RepairRequest } from "./repair-request.ts";

export interface FixSearchInput {
  readonly tree: AttemptTree;
  readonly baseline: Failing;
  readonly request: RepairRequest;
  /** The trace of the run, for sources that keep their own record. */
  readonly run: Pick<RunBriefing, "traceId" | "attemptId" | "subject" | "guidance">;
  /** Called with every patch that is kept, before the next one is searched for. */
  readonly onKept: (kept: Kept) => Promise<void>;
  /** What an earlier process found before it was interrupted. */
  readonly resume: FixSearchResume | null;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RepairEvent) => void;
}

export interface FixSearchResume {
  readonly kept: readonly Kept[];
  /** The session a source continues, and how many candidates were tried before it started. */
  readonly session: (NonNullable<Briefing["resume"]> & { readonly tried: number }) | null;
}
