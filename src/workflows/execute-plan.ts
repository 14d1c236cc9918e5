import type { PlanLanding, PlanRecord } from "../domain/entities/plan-record.ts";
import { AgentForgeError, isPassing } from "../domain/errors.ts";
import type { StoredPlan } from "../domain/ports/plans.ts";
import type { Claim } from "../domain/ports/queue.ts";
import type { Landing, LandTarget } from "../domain/ports/workspace.ts";
import { branchName } from "../domain/rules/commit-message.ts";
import { requestWith } from "./answer-plan.ts";
import { carryOutPlan, failed, type PlanFailure } from "./carry-out-plan.ts";
import { exposePlan, fileAsLeft, seenBy } from "./expose-plan.ts";
import { AGENT, type PlanHouse } from "./plan-house.ts";
import { isOvertaken, type Progress, reportWithdrawal, stillApproved, watchAnswers } from "./withdrawal.ts";

export const PLAN_WORK = "plan:";
/** A plan whose executor has died so often is given up, not taken up for ever. */
const MOST_DEATHS = 10;
/** So often an execution begins anew because HEAD has moved. */
const MOST_MOVES = 3;

export type Execution =
  | { readonly status: "completed"; readonly record: PlanRecord }
  | { readonly status: "failed"; readonly record: PlanRecord; readonly why: string }
  /** A person answered in the middle of it. */
  | {
      readonly status: "withdrawn";
      readonly record: PlanRecord;
      /** In Knowledge/Reports. */
      readonly report: string;
      readonly actionsRun: readonly string[];
    };

/**
 * Carries an approved plan out, once, whoever else tries: under a claim, whose token is checked in every transaction
 * that records a step. What was proven is on record before it lands, and lands under an id of its own, so that after
 * a crash at any point the next process finishes the same landing instead of making another. Null where somebody
 * else has it, or it needs nothing any more.
 */
export async function executePlan(
  house: PlanHouse,
  requestId: string,
  signal: AbortSignal,
  say: (what: string) => void = () => {},
): Promise<Execution | null> {
  const claim = await house.queue.claim(PLAN_WORK + requestId, { attemptLimit: null, evenIfCooling: true });
  if (claim === null) return null;
  try {
    const execution = await underClaim(house, requestId, claim, AbortSignal.any([signal, claim.lost]), say);
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
  house: PlanHouse,
  requestId: string,
  claim: Claim,
  signal: AbortSignal,
  say: (what: string) => void,
): Promise<Execution | null> {
  const stored = await house.plans.get(requestId);
  if (!stored?.here || !["approved", "active"].includes(stored.record.stage)) return null;
  const landing = stored.record.execution?.landing ?? null;
  if (stored.record.stage === "active" && landing !== null) return land(house, stored, landing, claim);
  const [standing] = await house.queue.standings(claim.key);
  const deaths = standing?.key === claim.key ? standing.failures : 0;
  if (deaths >= MOST_DEATHS) {
    const why = `${deaths} executions ended before they were done. The last one said: ${standing?.why ?? "nothing"}`;
    const { failure } = failed("Interrupted", "The plan's execution was interrupted too often", why, []);
    return fail(house, stored, failure, claim);
  }
  for (let turn = 1; ; turn += 1) {
    const begun = await begin(house, turn === 1 ? stored : await again(house, requestId), claim);
    if (begun === null) return null;
    const progress: Progress = { actionsRun: [], doing: "nothing yet" };
    try {
      const carried = await carryOut(house, begun, signal, progress, say);
      if (carried.status === "failed") return await fail(house, begun, carried.failure, claim);
      if (carried.status === "proven") {
        progress.doing = "landing";
        const approved = await stillApproved(house, begun);
        if (approved === "unread") return null;
        if (approved) return await land(house, begun, carried.landing, claim);
        return withdrawn(house, begun, progress);
      }
    } catch (error) {
      if (signal.aborted || !(await isOvertaken(house, begun))) throw error;
      return withdrawn(house, begun, progress);
    }
    if (turn < MOST_MOVES) continue;
    const why = "HEAD moved each time before the change could land";
    return fail(
      house,
      begun,
      failed("Conflict", "The repository does not hold still", why, []).failure,
      claim,
    );
  }
}

/** Waits until nobody carries the plan out any more; false if that takes longer. */
export async function executionEnded(
  house: PlanHouse,
  requestId: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const key = PLAN_WORK + requestId;
  const end = Date.parse(house.now()) + milliseconds;
  for (;;) {
    const standings = await house.queue.standings(key);
    if (!standings.some((each) => each.key === key && each.claimed)) return true;
    if (signal.aborted || Date.parse(house.now()) > end) return false;
    await house.pause(100, signal);
  }
}

async function withdrawn(house: PlanHouse, begun: StoredPlan, progress: Progress): Promise<Execution> {
  const { record, report } = await reportWithdrawal(house, begun, progress);
  return { status: "withdrawn", record, report, actionsRun: progress.actionsRun };
}

async function again(house: PlanHouse, requestId: string): Promise<StoredPlan> {
  const stored = await house.plans.get(requestId);
  if (stored !== null) return stored;
  throw new AgentForgeError("stale", `${requestId} is gone`);
}

/** What goes wrong inside a plan is the plan's failure; what is wrong with the machine is not. */
async function carryOut(
  house: PlanHouse,
  begun: StoredPlan,
  signal: AbortSignal,
  progress: Progress,
  say: (what: string) => void,
) {
  const answers = watchAnswers(house, begun);
  const either = AbortSignal.any([signal, answers.signal]);
  try {
    return await carryOutPlan(house, begun.record, either, progress, say);
  } catch (error) {
    if (either.aborted || isPassing(error) || !(error instanceof AgentForgeError)) throw error;
    return failed(error.code, error.message, error.hint ?? error.message, progress.actionsRun);
  } finally {
    answers.stop();
  }
}

/** Null if the file is not as it was approved: that is an answer which has yet to be read. */
async function begin(house: PlanHouse, stored: StoredPlan, claim: Claim): Promise<StoredPlan | null> {
  const { record } = stored;
  const file = await fileAsLeft(house, record);
  if (file === null) return null;
  const number = (record.execution?.number ?? 0) + 1;
  const begun = recorded(
    await house.plans.change(stored, {
      record: {
        ...record,
        stage: "active",
        seen: seenBy(stored, [file]),
        execution: { number, started_at: house.now(), landing: null },
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
  await house.plans.markExposed(begun);
  return begun;
}

/** The proof is on record first. From then on whoever finishes it makes the same commit on the same branch. */
async function land(
  house: PlanHouse,
  stored: StoredPlan,
  landing: PlanLanding,
  claim: Claim,
): Promise<Execution> {
  const { record } = stored;
  const { execution } = record;
  if (execution === null) throw new TypeError("nothing was begun");
  const proven =
    execution.landing !== null
      ? stored
      : recorded(
          await house.plans.change(stored, {
            record: { ...record, execution: { ...execution, landing } },
            activities: [],
            fence: claim.fence,
          }),
        );
  let landed: Landing;
  try {
    landed = await house.workspace.land({
      change: landing.change,
      message: landing.message,
      traceId: record.trace_id,
      landingId: landing.landing_id,
      to: targetOf(house, record, landing),
    });
  } catch (error) {
    if (isPassing(error) || !(error instanceof AgentForgeError)) throw error;
    landed = { status: "conflict", paths: [], why: error.message };
  }
  if (landed.status === "landed") return complete(house, proven, landing, landed, claim);
  const why = [landed.why, ...landed.paths].join("\n");
  const { failure } = failed(
    "Conflict",
    "The proven change could not be put on its branch",
    why,
    landing.actions_run,
  );
  return fail(house, proven, failure, claim);
}

async function complete(
  house: PlanHouse,
  stored: StoredPlan,
  landing: PlanLanding,
  landed: Landing & { status: "landed" },
  claim: Claim,
): Promise<Execution> {
  const { record } = stored;
  const { documents } = house;
  const at = house.now();
  const branch = landed.branch ?? landing.branch;
  const pullRequest = landed.pullRequest ?? null;
  const files = landing.change.files.map((file) => file.path);
  const text = documents.setFields(record.plan?.text ?? "", { status: "completed" });
  const report = documents.missionReport({
    ...{ traceId: record.trace_id, requestId: record.request_id, title: record.title, agent: AGENT },
    ...{ branch, commit: landed.commit, files, at, pullRequest, evidence: landing.evidence },
    goal: documents.readPlan(text).draft.goal,
    actionsRun: landing.actions_run,
  });
  const done = recorded(
    await house.plans.change(stored, {
      record: {
        ...record,
        stage: "completed",
        plan: record.plan && { ...record.plan, text },
        previous: record.plan?.text ?? null,
        request: requestWith(house, record, { status: "completed" }),
        // The change is in git and in backups/ now; keeping it here too would only make the database large.
        execution: record.execution && { ...record.execution, landing: null },
        outcome: { commit: landed.commit, branch, pull_request: pullRequest, error: null, at },
        report: { file: `${record.request_id}_mission_report.md`, text: report },
      },
      activities: [
        {
          ...{ traceId: record.trace_id, actor: "agent", agentId: AGENT, actionType: "execution.completed" },
          entityId: record.request_id,
          metadata: { files_changed: files, commit: landed.commit, branch, landing_id: landing.landing_id },
        },
      ],
      fence: claim.fence,
    }),
  );
  await exposePlan(house, done);
  return { status: "completed", record: done.record };
}

async function fail(
  house: PlanHouse,
  stored: StoredPlan,
  failure: PlanFailure,
  claim: Claim,
): Promise<Execution> {
  const { record } = stored;
  const { documents } = house;
  const at = house.now();
  const number = record.execution?.number ?? 1;
  const file = `${record.request_id}_failure_report_${number}.md`;
  const report = documents.failureReport({
    ...{ traceId: record.trace_id, requestId: record.request_id, title: record.title, agent: AGENT, at },
    ...{ branch: branchOf(record), ...failure },
  });
  const text = documents.setFields(record.plan?.text ?? "", { status: "error" });
  const error = `${failure.summary}: ${failure.details}`.slice(0, 2000);
  const done = recorded(
    await house.plans.change(stored, {
      record: {
        ...record,
        stage: "error",
        plan: record.plan && { ...record.plan, text },
        previous: record.plan?.text ?? null,
        request: { ...record.request, text: returnedRequest(house, record, file) },
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
  await exposePlan(house, done);
  return { status: "failed", record: done.record, why: error };
}

/** A plan that came without a request gets one, for there to be something to go back. */
function returnedRequest(house: PlanHouse, record: PlanRecord, report: string): string {
  const fields = { status: "error", report: `Knowledge/Reports/${report}` };
  if (record.request.text !== "") return house.documents.setFields(record.request.text, fields);
  const { trace_id, request_id, created_at, requested_by } = record;
  const { goal } = house.documents.readPlan(record.plan?.text ?? "").draft;
  return house.documents.writeRequest(
    { trace_id, request_id, created_at, requested_by, ...fields },
    goal || record.title,
  );
}

function targetOf(house: PlanHouse, record: PlanRecord, landing: PlanLanding): LandTarget {
  const { branch, message } = landing;
  if (house.settings.landTo !== "pull-request") return { kind: "branch", branch };
  const [title = record.title, ...body] = message.split("\n");
  return { kind: "pull-request", branch, title, body: body.join("\n").trim() };
}

function branchOf(record: PlanRecord): string {
  return branchName("feat", record.request_id, record.trace_id);
}

/** Somebody else changed the record under our claim: then it was not ours any more. */
function recorded(stored: StoredPlan | null): StoredPlan {
  if (stored !== null) return stored;
  throw new AgentForgeError("stale", "the plan was changed meanwhile", { hint: "Nothing of this counts." });
}
