import { AgentForgeError, isTransient } from "../../domain/errors.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import type { Claim } from "../../domain/ports/queue.ts";
import type { Ports } from "../ports.ts";
import { type CarryOutPlanPorts, carryOutPlan, failed } from "./carry-out-plan.ts";
import { branchOf, type Execution, fail, recorded, withdrawn } from "./execution.ts";
import { fileAsLeft, seenBy } from "./files/expose-plan.ts";
import { type LandPlanPorts, landPlan } from "./land-plan.ts";
import { AGENT, type PlanPorts } from "./plan-ports.ts";
import { isOvertaken, type Progress, stillApproved, watchAnswers } from "./withdrawal.ts";

export type ExecutePlanPorts = Pick<Ports, "queue"> & CarryOutPlanPorts & LandPlanPorts;

const PLAN_WORK = "plan:";
/** A plan is abandoned after this many executions have died. */
const MOST_DEATHS = 10;
/** How many times an execution restarts because HEAD has moved. */
const MOST_MOVES = 3;

/**
 * Executes an approved plan exactly once, under a claim whose token is checked in every transaction that
 * records a step. A proven change is recorded before it lands, and lands under its own id, so that after a
 * crash at any point the next process finishes the same landing instead of starting another. Null if another
 * process has claimed it, or nothing is left to do.
 */
export async function executePlan(
  ports: ExecutePlanPorts,
  requestId: string,
  signal: AbortSignal,
  say: (what: string) => void = () => {},
): Promise<Execution | null> {
  const claim = await ports.queue.claim(PLAN_WORK + requestId, { attemptLimit: null, evenIfCooling: true });
  if (claim === null) return null;
  try {
    const execution = await underClaim(ports, requestId, claim, AbortSignal.any([signal, claim.lost]), say);
    await claim.succeed();
    return execution;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (signal.aborted) await claim.release();
    else await claim.fail(why, 0);
    if (claim.lost.aborted || (error instanceof AgentForgeError && error.code === "stale")) return null;
    throw error;
  }
}

async function underClaim(
  ports: ExecutePlanPorts,
  requestId: string,
  claim: Claim,
  signal: AbortSignal,
  say: (what: string) => void,
): Promise<Execution | null> {
  const stored = await ports.plans.get(requestId);
  if (!stored?.here || !["approved", "active"].includes(stored.record.stage)) return null;
  const landing = stored.record.execution?.landing ?? null;
  if (stored.record.stage === "active" && landing !== null) return landPlan(ports, stored, landing, claim);
  const [standing] = await ports.queue.standings(claim.key);
  const deaths = standing?.key === claim.key ? standing.failures : 0;
  if (deaths >= MOST_DEATHS) {
    const why = `${deaths} executions died before they finished. The last one reported: ${standing?.why ?? "nothing"}`;
    const { failure } = failed("Interrupted", "The plan's execution was interrupted too often", why, []);
    return fail(ports, stored, failure, claim);
  }
  for (let turn = 1; ; turn += 1) {
    const active = await begin(ports, turn === 1 ? stored : await again(ports, requestId), claim);
    if (active === null) return null;
    const progress: Progress = { actionsRun: [], doing: "nothing yet" };
    try {
      const carried = await carryOut(ports, active, signal, progress, say);
      if (carried.status === "failed") return await fail(ports, active, carried.failure, claim);
      if (carried.status === "proven") {
        progress.doing = "landing";
        const approved = await stillApproved(ports, active);
        if (approved === "unread") return null;
        if (approved) return await landPlan(ports, active, carried.landing, claim);
        return withdrawn(ports, active, progress);
      }
    } catch (error) {
      if (signal.aborted || !(await isOvertaken(ports, active))) throw error;
      return withdrawn(ports, active, progress);
    }
    if (turn < MOST_MOVES) continue;
    const why = "HEAD moved every time before the change could land";
    return fail(ports, active, failed("Conflict", "The repository keeps changing", why, []).failure, claim);
  }
}

/** Waits until no process is executing the plan; false if that takes too long. */
export async function executionEnded(
  ports: Pick<PlanPorts, "now" | "pause" | "queue">,
  requestId: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const key = PLAN_WORK + requestId;
  const end = Date.parse(ports.now()) + milliseconds;
  for (;;) {
    const standings = await ports.queue.standings(key);
    if (!standings.some((each) => each.key === key && each.claimed)) return true;
    if (signal.aborted || Date.parse(ports.now()) > end) return false;
    await ports.pause(100, signal);
  }
}

async function again(ports: Pick<PlanPorts, "plans">, requestId: string): Promise<StoredPlan> {
  const stored = await ports.plans.get(requestId);
  if (stored !== null) return stored;
  throw new AgentForgeError("stale", `${requestId} no longer exists`);
}

/** An error in an action is the plan's failure; a problem with the machine is not. */
async function carryOut(
  ports: ExecutePlanPorts,
  active: StoredPlan,
  signal: AbortSignal,
  progress: Progress,
  say: (what: string) => void,
) {
  const answers = watchAnswers(ports, active);
  const either = AbortSignal.any([signal, answers.signal]);
  try {
    return await carryOutPlan(ports, active.record, either, progress, say);
  } catch (error) {
    if (either.aborted || isTransient(error) || !(error instanceof AgentForgeError)) throw error;
    return failed(error.code, error.message, error.hint ?? error.message, progress.actionsRun);
  } finally {
    answers.stop();
  }
}

/** Null if the file has changed since approval: that is an unread answer. */
async function begin(
  ports: Pick<PlanPorts, "documents" | "folders" | "now" | "plans">,
  stored: StoredPlan,
  claim: Claim,
): Promise<StoredPlan | null> {
  const { record } = stored;
  const file = await fileAsLeft(ports, record);
  if (file === null) return null;
  const number = (record.execution?.number ?? 0) + 1;
  const active = recorded(
    await ports.plans.change(stored, {
      record: {
        ...record,
        stage: "active",
        seen: seenBy(stored, [file]),
        execution: { number, started_at: ports.now(), landing: null },
      },
      activities: [
        {
          ...{ traceId: record.trace_id, actor: "system", agentId: AGENT, actionType: "execution.started" },
          entityId: record.request_id,
          metadata: { execution: number, token: claim.token, branch: branchOf(record) },
        },
      ],
      fence: claim.fence,
    }),
  );
  await ports.plans.markExposed(active);
  return active;
}
