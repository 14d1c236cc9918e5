import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import { branchName } from "../../domain/rules/changes/commit-message.ts";
import { fileAsLeft } from "./files/expose-plan.ts";
import { AGENT, type PlanPorts } from "./plan-ports.ts";

export type WithdrawalPorts = Pick<PlanPorts, "documents" | "folders" | "journal" | "now" | "plans">;

const LOOK_MS = 200;
/** How long an execution waits until a file that a person moved or saved has been read. */
const MOST_LOOKS = 50;

/** A person answered while the plan was being executed: the execution must stop. */
export class Withdrawn extends Error {
  constructor() {
    super("a person answered while it was being executed");
  }
}

/** The progress of an execution. */
export interface Progress {
  readonly actionsRun: string[];
  doing: string;
}

/**
 * Aborts when any process changes the record of a plan that is being executed. An answer is stored in the
 * database first, so the database is polled.
 */
export function watchAnswers(
  ports: Pick<PlanPorts, "pause" | "plans">,
  active: StoredPlan,
): { readonly signal: AbortSignal; stop(): void } {
  const withdrawn = new AbortController();
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      if (await isOvertaken(ports, active)) return withdrawn.abort(new Withdrawn());
      await ports.pause(LOOK_MS);
    }
  })();
  // Rejects only if the database fails; the next step of the execution then fails for the same reason.
  watching.catch(() => undefined);
  return {
    signal: withdrawn.signal,
    stop() {
      stopped = true;
    },
  };
}

/** True once the file is known to be unchanged since approval; false if a person has given another answer. */
export async function stillApproved(
  ports: Pick<PlanPorts, "documents" | "folders" | "pause" | "plans">,
  active: StoredPlan,
): Promise<boolean | "unread"> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    if (await isOvertaken(ports, active)) return false;
    if ((await fileAsLeft(ports, active.record)) !== null) return true;
    await ports.pause(LOOK_MS);
  }
  return "unread";
}

export async function isOvertaken(ports: Pick<PlanPorts, "plans">, active: StoredPlan): Promise<boolean> {
  return (await ports.plans.get(active.record.request_id))?.version !== active.version;
}

/** Reports what was done before it stopped; none of it is kept. */
export async function reportWithdrawal(
  ports: WithdrawalPorts,
  { record }: StoredPlan,
  { actionsRun, doing }: Progress,
): Promise<{ readonly record: PlanRecord; readonly report: string }> {
  const now = (await ports.plans.get(record.request_id))?.record ?? record;
  const report = withdrawalReportName(record);
  const at = ports.now();
  const total = ports.documents.readPlan(record.plan?.text ?? "").blocks.length;
  await ports.journal.commit({
    ...{ traceId: record.trace_id, actor: "system", agentId: AGENT, actionType: "execution.withdrawn" },
    entityId: record.request_id,
    metadata: { execution: record.execution?.number ?? 1, tools_executed: [...actionsRun], doing, report },
  });
  await ports.folders.report(
    report,
    ports.documents.withdrawalReport({
      ...{ traceId: record.trace_id, requestId: record.request_id, title: record.title, agent: AGENT, at },
      branch: branchName("feat", record.request_id, record.trace_id),
      ...{ actionsRun, doing, total, status: now.stage },
      by: now.decision?.by ?? null,
      reason: now.decision?.reason ?? null,
    }),
  );
  return { record: now, report };
}

export function withdrawalReportName({ request_id, execution }: PlanRecord): string {
  return `${request_id}_withdrawal_report_${execution?.number ?? 1}.md`;
}
