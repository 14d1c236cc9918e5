import type { StoredPlan } from "../../domain/ports/plans.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";
import { sideBySide } from "../schedule/side-by-side.ts";
import { type ExecutePlanPorts, executePlan } from "./execute-plan.ts";
import type { Execution } from "./execution.ts";
import type { PlanEvent } from "./plan-ports.ts";
import { type WritePlanPorts, writePlanFor } from "./write-plan.ts";

export type AttendPlansPorts = ExecutePlanPorts & WritePlanPorts;

export interface PlanRound {
  readonly executions: readonly Execution[];
  /** Why approved plans are waiting; null if none are. */
  readonly waiting: string | null;
}

const WRITING = "plan-writing:";

/** One round: writes plans with a model, and executes approved ones. */
export async function attendPlans(
  ports: AttendPlansPorts,
  signal: AbortSignal,
  onEvent: (event: PlanEvent) => void,
): Promise<PlanRound> {
  await writePlans(ports, signal, onEvent);
  const ready = (await ports.plans.list(["approved", "active"])).filter((each) => each.here);
  const waiting = ready.length === 0 ? null : await obstacle(ports);
  const executions: Execution[] = [];
  if (waiting === null) {
    const concurrency = ports.settings.daemon.concurrency;
    const keyOf = ({ record }: StoredPlan) => record.request_id;
    await sideBySide(ready, { concurrency, keyOf, isOver: () => signal.aborted }, async ({ record }) => {
      const requestId = record.request_id;
      const execution = await executePlan(ports, requestId, signal, (what) => onEvent({ requestId, what }));
      if (execution === null) return;
      executions.push(execution);
      onEvent({ requestId, what: outcomeOf(execution) });
    });
  }
  return { executions, waiting };
}

/** If a model is configured, it writes requested plans and rewrites those that were sent back. */
async function writePlans(
  ports: AttendPlansPorts,
  signal: AbortSignal,
  onEvent: (event: PlanEvent) => void,
): Promise<void> {
  if (ports.planWriter === null) return;
  const { attemptLimit, cooldownSeconds } = ports.settings.daemon;
  for (const stored of await ports.plans.list(["requested", "needs_revision"])) {
    signal.throwIfAborted();
    if (!stored.here) continue;
    const requestId = stored.record.request_id;
    const claim = await ports.queue.claim(`${WRITING}${requestId}:${stored.version}`, { attemptLimit });
    if (claim === null) continue;
    try {
      const either = AbortSignal.any([signal, claim.lost]);
      const written = await writePlanFor(ports, stored, either, (what) => onEvent({ requestId, what }));
      if (written.status === "not_written") await claim.fail(written.why, cooldownSeconds);
      else await claim.succeed();
      onEvent({ requestId, what: tell(written) });
    } catch (error) {
      if (signal.aborted) await claim.release();
      else await claim.fail(error instanceof Error ? error.message : String(error), cooldownSeconds);
      throw error;
    }
  }
}

function tell(written: Awaited<ReturnType<typeof writePlanFor>>): string {
  if (written.status === "written") return "a plan is waiting for your answer";
  return written.status === "overtaken" ? "someone else answered in the meantime" : `no plan: ${written.why}`;
}

/** No branches are created while the user is rebasing or merging. */
async function obstacle(ports: Pick<Ports, "workspace">): Promise<string | null> {
  const { underWay } = await ports.workspace.state();
  return underWay === null ? null : `a ${underWay} is in progress`;
}

function outcomeOf(execution: Execution): string {
  if (execution.status === "withdrawn") {
    const done = `${counted(execution.actionsRun.length, "action")} had run; nothing was kept`;
    return `stopped: ${done} (Knowledge/Reports/${execution.report})`;
  }
  if (execution.status === "failed") return `failed: ${execution.why.split("\n")[0]}`;
  const { outcome } = execution.record;
  return `executed: ${outcome?.branch} (${outcome?.commit?.slice(0, 12)})`;
}
