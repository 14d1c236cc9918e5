import type { FleetTask, PushedChange, TaskOutcome, TaskRequest } from "../../domain/entities/fleet.ts";
import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import { PLACE_OF } from "../../domain/rules/reviews/plan-answer.ts";
import { approvePlan, isSound } from "../plans/answer-plan.ts";
import { executePlan } from "../plans/execute-plan.ts";
import { fileText } from "../plans/files/expose-plan.ts";
import { APPROVABLE, findPlan, settled, spoken } from "../plans/find-plan.ts";
import { elsewhere, planName } from "../plans/plan-ports.ts";
import { acceptPlan, fileRequest, writePlanFor } from "../plans/write-plan.ts";
import type { OpenTask, PlanTaskPorts } from "./fleet-ports.ts";

type PlanRequest = Extract<TaskRequest, { kind: "plan" }>;
type Result = Pick<TaskOutcome, "kind" | "text" | "plan"> & { readonly pushed: readonly PushedChange[] };

/**
 * The model writes a plan for a person's request. The plan stays on record until a person enqueues it for
 * execution.
 */
export async function carryOutRequest(
  { planPorts, pushed }: OpenTask,
  { trace_id, created_by }: FleetTask,
  words: string,
  signal: AbortSignal,
): Promise<Result> {
  const ports = await planPorts();
  const stored =
    (await ports.plans.byTrace(trace_id)) ??
    (await fileRequest(ports, { words, by: created_by, at: ports.now() }));
  if (!["requested", "error"].includes(stored.record.stage)) return waiting(stored.record);
  const written = await writePlanFor(ports, stored, signal, () => undefined);
  if (written.status === "written") return waiting(written.stored.record);
  const text = written.status === "overtaken" ? "another process has already written it" : written.why;
  return { kind: "not_fixed", text, pushed };

  function waiting({ request_id, title, plan }: PlanRecord): Result {
    const said = `${title}: the plan is waiting as ${request_id}`;
    return { kind: "asked", text: said, plan: { request_id, text: plan?.text ?? "" }, pushed };
  }
}

/** Enqueuing a plan approves it: it is rehearsed on a copy first, then executed, proven and pushed. */
export async function carryOutPlanTask(
  { planPorts, pushed }: OpenTask,
  task: FleetTask,
  request: PlanRequest,
  signal: AbortSignal,
): Promise<Result> {
  const ports = await planPorts();
  const found = await planOf(ports, task, request);
  if (!found.here) throw elsewhere(found.record);
  const { approved, problems } = await approve(ports, found, task, request, signal);
  if (problems.length > 0) return { kind: "not_fixed", text: problems.join("; "), pushed };
  await restoreFile(ports, approved.record);
  const { request_id } = approved.record;
  const execution = await executePlan(ports, request_id, signal);
  signal.throwIfAborted();
  const { record } = await findPlan(ports, request_id);
  if (record.stage === "completed")
    return { kind: "fixed", text: record.title, pushed: [...pushed, ...pushedBefore(record, pushed)] };
  if (execution?.status === "failed") return { kind: "not_fixed", text: execution.why, pushed };
  if (execution?.status === "withdrawn") return { kind: "declined", text: "the plan was withdrawn", pushed };
  throw new AgentForgeError("busy", `${request_id} cannot be executed now`, {
    hint: "Another process is executing it; this task is retried.",
  });
}

/** Finds the recorded plan by its id, or records the text that came with the task. */
async function planOf(ports: PlanTaskPorts, task: FleetTask, { plan }: PlanRequest): Promise<StoredPlan> {
  if ("request_id" in plan) return findPlan(ports, plan.request_id);
  const about = { by: task.created_by, at: ports.now() };
  const { draft } = ports.documents.readPlan(plan.text);
  const words = draft.goal.trim() || "A plan enqueued in the fleet";
  const stored =
    (await ports.plans.byTrace(task.trace_id)) ?? (await fileRequest(ports, { words, ...about }));
  if (stored.record.stage !== "requested") return stored;
  const accepted = { text: plan.text, writtenBy: "human", sound: false, ...about } as const;
  const next = await acceptPlan(ports, stored, accepted);
  if (next !== null) return next;
  throw new AgentForgeError("stale", `${stored.record.request_id} was changed in the meantime`);
}

async function approve(
  ports: PlanTaskPorts,
  stored: StoredPlan,
  { created_by: by }: FleetTask,
  { plan }: PlanRequest,
  signal: AbortSignal,
): Promise<{ readonly approved: StoredPlan; readonly problems: readonly string[] }> {
  const { record } = stored;
  if (["approved", "active", "completed"].includes(record.stage)) return { approved: stored, problems: [] };
  if (!APPROVABLE.includes(record.stage))
    throw new AgentForgeError(
      "conflict",
      `${record.request_id} cannot be approved: ${spoken(record.stage)}`,
      {
        hint: "Ask for another plan with fleet enqueue --request.",
      },
    );
  const text = record.plan?.text ?? "";
  if ("request_id" in plan && plan.hash !== null && plan.hash !== ports.sha256(text))
    throw new AgentForgeError("conflict", `the plan ${record.request_id} has changed since you reviewed it`, {
      hint: "Review it again: agentforge fleet show <task that wrote it>",
    });
  const told = (problems: Awaited<ReturnType<typeof isSound>>) => ({
    approved: stored,
    problems: problems.map(({ line, what, instead }) => `line ${line}: ${what} (write ${instead})`),
  });
  const problems = await isSound(ports, record, text, signal);
  if (problems.length > 0) return told(problems);
  const answered = await approvePlan(ports, stored, { by, at: ports.now(), via: "command", text });
  if (answered.status === "unsound") return told(answered.problems);
  return { approved: settled(answered), problems: [] };
}

/**
 * A clone contains only files that its own process wrote, and nobody answers through files there: the record is
 * authoritative.
 */
async function restoreFile(ports: PlanTaskPorts, record: PlanRecord): Promise<void> {
  const place = PLACE_OF[record.stage];
  if (place === null || record.plan === null) return;
  if ((await ports.folders.glance(place, planName(record))) !== null) return;
  await ports.folders.put(place, planName(record), fileText(ports, record), null);
}

/** Pushed by a worker that died afterwards. */
function pushedBefore({ outcome, request_id }: PlanRecord, pushed: readonly PushedChange[]): PushedChange[] {
  if (outcome === null || outcome.commit === null || pushed.length > 0) return [];
  const { commit, branch, pull_request = null } = outcome;
  return [{ review_id: request_id, commit, branch, pull_request: pull_request ?? null }];
}
