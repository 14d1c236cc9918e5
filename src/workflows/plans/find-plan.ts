import type { PlanStage } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import { type Answered, noPlan } from "./answer-plan.ts";
import { type PlanPorts, REASON_MISSING } from "./plan-ports.ts";

export const ANSWERABLE: readonly PlanStage[] = [
  "review",
  "needs_revision",
  "needs_reason",
  "approved",
  "active",
];
export const APPROVABLE: readonly PlanStage[] = [
  "review",
  "needs_revision",
  "needs_reason",
  "rejected",
  "error",
  "approved",
];
export const WITHDRAWABLE: readonly PlanStage[] = ["approved", "active"];

/** By its id, the name of its file, or its trace. */
export async function findPlan(ports: Pick<PlanPorts, "plans">, requestId: string): Promise<StoredPlan> {
  const name = requestId.replace(/^.*\//, "").replace(/(?:_plan|_rejected)?(?:\.md)?$/i, "");
  const stored = (await ports.plans.get(name)) ?? (await ports.plans.byTrace(requestId));
  if (stored !== null) return stored;
  const known = (await ports.plans.list()).map(({ record }) => record.request_id);
  throw new AgentForgeError("not_found", `there is no request ${requestId}`, {
    hint:
      known.length === 0
        ? 'Run `agentforge request "…"` to create one.'
        : `Known requests: ${known.slice(-10).join(", ")}`,
  });
}

/** The same, if it is at one of these stages. */
export async function answerable(
  ports: Pick<PlanPorts, "plans">,
  requestId: string,
  stages: readonly PlanStage[],
): Promise<StoredPlan> {
  const stored = await findPlan(ports, requestId);
  const { record } = stored;
  if (record.plan === null) throw noPlan(record);
  if (record.stage === "active" && record.execution?.landing) {
    throw new AgentForgeError(
      "conflict",
      `${record.request_id} is proven and is being committed, so it is too late`,
      {
        hint: `It lands on its own branch. Run \`agentforge plan show ${record.request_id}\` to see which one, and \`git branch -D\` to delete it.`,
      },
    );
  }
  if (stages.includes(record.stage)) return stored;
  throw new AgentForgeError(
    "conflict",
    `${record.request_id} is not waiting for that (${spoken(record.stage)})`,
    {
      hint: `Run \`agentforge plan show ${record.request_id}\` to see its status.`,
    },
  );
}

export function settled(answered: Answered): StoredPlan {
  if (answered.status === "recorded") return answered.stored;
  throw new AgentForgeError("conflict", "someone else answered at the same time", {
    hint: "Run `agentforge plan list` to see its status.",
  });
}

export function spoken(stage: PlanStage): string {
  switch (stage) {
    case "requested":
      return "needs a plan";
    case "review":
      return "waiting for your answer";
    case "needs_revision":
      return "sent back for changes";
    case "needs_reason":
      return REASON_MISSING;
    case "active":
      return "being executed";
    case "error":
      return "failed";
    default:
      return stage;
  }
}
