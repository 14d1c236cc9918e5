import type { RunBriefing } from "../domain/ports/repair.ts";
import type { AttemptTree } from "../domain/ports/workspace.ts";
import type { Baseline } from "./baseline.ts";
import type { RepairEvent, RepairRequest } from "./repair-request.ts";

type Failing = Baseline & { status: "failing" };

export interface HuntInput {
  readonly tree: AttemptTree;
  readonly baseline: Failing;
  readonly request: RepairRequest;
  /** Under which the run is recorded, for sources that keep a record of their own. */
  readonly run: Pick<RunBriefing, "traceId" | "attemptId" | "subject" | "guidance">;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RepairEvent) => void;
}
