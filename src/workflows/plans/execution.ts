import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import type { Claim } from "../../domain/ports/queue.ts";
import { branchName } from "../../domain/rules/changes/commit-message.ts";
import type { PlanFailure } from "./carry-out-plan.ts";
import { type ExposePlanPorts, exposePlan } from "./files/expose-plan.ts";
import { AGENT, type PlanPorts } from "./plan-ports.ts";
import { type Progress, reportWithdrawal, type WithdrawalPorts } from "./withdrawal.ts";

export type ExecutionPorts = ExposePlanPorts & WithdrawalPorts;

export type Execution =
  | { readonly status: "completed"; readonly record: PlanRecord }
  | { readonly status: "failed"; readonly record: PlanRecord; readonly why: string }
  /** A person answered during the execution. */
  | {
      readonly status: "withdrawn";
      readonly record: PlanRecord;
      /** In Knowledge/Reports. */
      readonly report: string;
      readonly actionsRun: readonly string[];
    };

export async function withdrawn(
  ports: ExecutionPorts,
  active: StoredPlan,
  progress: Progress,
): Promise<Execution> {
  const { record, report } = await reportWithdrawal(ports, active, progress);
  return { status: "withdrawn", record, report, actionsRun: progress.actionsRun };
}

export async function fail(
  ports: ExecutionPorts,
  stored: StoredPlan,
  failure: PlanFailure,
  claim: Claim,
): Promise<Execution> {
  const { record } = stored;
  const { documents } = ports;
  const at = ports.now();
  const number = record.execution?.number ?? 1;
  const file = `${record.request_id}_failure_report_${number}.md`;
  const report = documents.failureReport({
    ...{ traceId: record.trace_id, requestId: record.request_id, title: record.title, agent: AGENT, at },
    ...{ branch: branchOf(record), ...failure },
  });
  const text = documents.setFields(record.plan?.text ?? "", { status: "error" });
  const error = `${failure.summary}: ${failure.details}`.slice(0, 2000);
  const done = recorded(
    await ports.plans.change(stored, {
      record: {
        ...record,
        stage: "error",
        plan: record.plan && { ...record.plan, text },
        previous: record.plan?.text ?? null,
        request: { ...record.request, text: returnedRequest(ports, record, file) },
        execution: { number, started_at: record.execution?.started_at ?? at, landing: null },
        outcome: { commit: null, branch: null, pull_request: null, error, at },
        report: { file, text: report },
      },
      activities: [
        {
          ...{ traceId: record.trace_id, actor: "system", agentId: AGENT, actionType: "execution.failed" },
          entityId: record.request_id,
          metadata: {
            error_type: failure.errorType,
            error: failure.summary,
            error_details: failure.details.slice(0, 2000),
            tools_executed: [...failure.actionsRun],
            report: file,
          },
        },
      ],
      fence: claim.fence,
    }),
  );
  await exposePlan(ports, done);
  return { status: "failed", record: done.record, why: error };
}

/** A plan without a request gets one, so that it can be sent back. */
function returnedRequest(ports: Pick<PlanPorts, "documents">, record: PlanRecord, report: string): string {
  const fields = { status: "error", report: `Knowledge/Reports/${report}` };
  if (record.request.text !== "") return ports.documents.setFields(record.request.text, fields);
  const { trace_id, request_id, created_at, requested_by } = record;
  const { goal } = ports.documents.readPlan(record.plan?.text ?? "").draft;
  return ports.documents.writeRequest(
    { trace_id, request_id, created_at, requested_by, ...fields },
    goal || record.title,
  );
}

export function branchOf(record: PlanRecord): string {
  return branchName("feat", record.request_id, record.trace_id);
}

/** Another process changed the record under our claim, so we no longer own it. */
export function recorded(stored: StoredPlan | null): StoredPlan {
  if (stored !== null) return stored;
  throw new AgentForgeError("stale", "the plan has changed in the meantime", {
    hint: "This execution was discarded.",
  });
}
