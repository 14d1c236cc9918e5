import { openPlanPorts } from "../../app/plans.ts";
import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import { settledFiles } from "../../workflows/plans/files/reconcile-plans.ts";
import type { PlanPorts } from "../../workflows/plans/plan-ports.ts";
import type { CommandContext, CommandResult } from "./context.ts";
import { inRepository } from "./in-repository.ts";
import { visible, visibleName } from "./terminal.ts";

/** Opens the ports, and first reads what people did with the plan files, so that a command sees the current state. */
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
  for (const { path, why } of troubles)
    context.progress.keep(`${visibleName(path)} ${why}; it was left unchanged`);
}

/** A plan as `--json` prints it. */
export function planData(record: PlanRecord) {
  const { request_id, trace_id, stage, title, created_at, requested_by, decision, outcome, report } = record;
  return {
    ...{ request_id, trace_id, status: stage, title, created_at, requested_by },
    revision: record.plan?.revision ?? null,
    faults: record.faults,
    ...{ decision, outcome, report: report === null ? null : `.agentforge/Knowledge/Reports/${report.file}` },
  };
}
