import { openPlanPorts } from "../../app/plans.ts";
import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import { reconcilePlans } from "../../workflows/plans/files/reconcile-plans.ts";
import type { PlanPorts } from "../../workflows/plans/plan-ports.ts";
import type { CommandContext, CommandResult } from "./context.ts";
import { inRepository } from "./in-repository.ts";
import { visible } from "./terminal.ts";

/** Opens the ports and first takes in what people did with the files, so that a command sees what they see. */
export async function withPlanPorts(
  context: CommandContext,
  work: (ports: PlanPorts) => Promise<CommandResult>,
  brain: string | null = null,
): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    const ports = await openPlanPorts(app, brain);
    await takeInFiles(context, ports);
    return work(ports);
  });
}

export async function takeInFiles(context: CommandContext, ports: PlanPorts): Promise<void> {
  const { events, troubles } = await settledFiles(ports, context.signal);
  for (const { requestId, what } of events) context.progress.keep(`${requestId}: ${visible(what)}`);
  for (const { path, why } of troubles) context.progress.keep(`${visible(path)} ${why}: it was left alone`);
}

/** A file that was saved a moment ago is waited for, but not forever. */
async function settledFiles(ports: PlanPorts, signal: AbortSignal) {
  const events = [];
  for (let look = 1; ; look += 1) {
    const reconciled = await reconcilePlans(ports, signal);
    events.push(...reconciled.events);
    if (reconciled.rehearsing !== null) {
      look = 1;
      await reconciled.rehearsing;
      continue;
    }
    if (!reconciled.unsettled || look === 5) return { events, troubles: reconciled.troubles };
    await ports.pause(150);
  }
}

export async function findPlan(ports: PlanPorts, requestId: string): Promise<StoredPlan> {
  const name = requestId.replace(/^.*\//, "").replace(/(?:_plan|_rejected)?(?:\.md)?$/i, "");
  const stored = (await ports.plans.get(name)) ?? (await ports.plans.byTrace(requestId));
  if (stored !== null) return stored;
  const known = (await ports.plans.list()).map(({ record }) => record.request_id);
  throw new AgentForgeError("not_found", `there is no request ${requestId}`, {
    hint:
      known.length === 0 ? 'agentforge request "…" makes one.' : `There are: ${known.slice(-10).join(", ")}`,
  });
}

/** What --json says about one. */
export function planData(record: PlanRecord) {
  const { request_id, trace_id, stage, title, created_at, requested_by, decision, outcome, report } = record;
  return {
    ...{ request_id, trace_id, status: stage, title, created_at, requested_by },
    revision: record.plan?.revision ?? null,
    faults: record.faults,
    ...{ decision, outcome, report: report === null ? null : `.agentforge/Knowledge/Reports/${report.file}` },
  };
}
