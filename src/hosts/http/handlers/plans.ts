import { PlanStage } from "../../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { PlanProblem, StoredPlan } from "../../../domain/ports/plans.ts";
import { answerShownPlan, EDITABLE, editPlanText } from "../../../workflows/plans/answer-shown-plan.ts";
import { executePlan } from "../../../workflows/plans/execute-plan.ts";
import { settledFiles } from "../../../workflows/plans/files/reconcile-plans.ts";
import { ANSWERABLE, APPROVABLE, findPlan } from "../../../workflows/plans/find-plan.ts";
import { whileAnswering } from "../../../workflows/plans/keep-answers.ts";
import { elsewhere, type PlanPorts } from "../../../workflows/plans/plan-ports.ts";
import type { PlanDetail, PlanSummary } from "../api/plans.ts";
import type { ApiContext, Handler } from "../context.ts";

export const listPlans: Handler<"listPlans"> = async ({ plans: ports }, { query }) => {
  await takeInFiles(ports);
  const { stage, limit, offset } = query;
  const stored = (await ports.plans.list(stage ? [stage] : PlanStage.options)).toReversed();
  return { plans: stored.slice(offset, offset + limit).map(summaryOf), total: stored.length };
};

export const getPlan: Handler<"getPlan"> = async ({ plans: ports }, { id }) => {
  await takeInFiles(ports);
  return detailOf(ports, await findPlan(ports, id));
};

export const editPlan: Handler<"editPlan"> = async ({ plans: ports }, { id, body, visitor }) => {
  await takeInFiles(ports);
  const edit = { by: visitor.person, text: body.text, hash: body.plan_hash };
  const { stored, problems } = await editPlanText(ports, id, edit, never());
  return { plan: detailOf(ports, stored), problems: problems.map(asProblem), run_id: null };
};

export const answerPlan: Handler<"answerPlan"> = async (context, { id, body, visitor }) => {
  const { plans: ports } = context;
  await takeInFiles(ports);
  const { answer, reason = "", plan_hash: hash } = body;
  const said = { by: visitor.person, answer, reason, hash };
  const { stored, problems } = await answerShownPlan(ports, id, said, never());
  const isCarriedOut = answer === "approve" && body.now && problems.length === 0;
  const run_id = isCarriedOut ? startExecution(context, stored, visitor.person) : null;
  return { plan: detailOf(ports, stored), problems: problems.map(asProblem), run_id };
};

function startExecution({ plans, runs }: ApiContext, { record, here }: StoredPlan, by: string): string {
  if (!here) throw elsewhere(record);
  const { request_id } = record;
  return runs.start({
    ...{ kind: "execute", title: `carry out ${record.title}`, by, request_id },
    async work(controls) {
      const ports = { ...plans, sessions: controls.watched(plans.sessions) };
      const onEvent = ({ what }: { readonly what: string }) => controls.say(what);
      const execution = await whileAnswering(ports, controls.signal, { onEvent }, () =>
        executePlan(ports, request_id, controls.signal, controls.say),
      );
      if (execution === null) throw new AgentForgeError("busy", `another process is executing ${request_id}`);
      return { outcome: execution.status, why: execution.status === "failed" ? execution.why : null };
    },
  });
}

/** Picks up edits that people made to the plan files, as the plan commands do first. */
async function takeInFiles(ports: PlanPorts): Promise<void> {
  await settledFiles(ports, never());
}

function summaryOf({ record }: StoredPlan): PlanSummary {
  const { request_id, trace_id, stage, title, created_at, requested_by, decision, outcome } = record;
  return {
    ...{ request_id, trace_id, stage, title, created_at, requested_by, decision, outcome },
    revision: record.plan?.revision ?? null,
    faults: record.faults.length,
  };
}

function detailOf({ sha256 }: PlanPorts, { record, here }: StoredPlan): PlanDetail {
  const { seen: _seen, execution, ...plan } = record;
  const isLanding = record.stage === "active" && execution?.landing != null;
  const isAnswerable = [...ANSWERABLE, ...APPROVABLE].includes(record.stage) && record.plan !== null;
  return {
    plan,
    plan_hash: record.plan === null ? null : sha256(record.plan.text),
    here,
    can: { edit: here && EDITABLE.includes(record.stage), answer: isAnswerable && !isLanding },
  };
}

function asProblem({ line, what, instead }: PlanProblem) {
  return { line, what, instead };
}

function never(): AbortSignal {
  return new AbortController().signal;
}
