import type {
  FleetReview,
  FleetTask,
  PushedChange,
  TaskOutcome,
  TaskRequest,
} from "../../domain/entities/fleet.ts";
import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { TaskEnd } from "../../domain/ports/fleet.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { firstFew } from "../../domain/rules/text/first-few.ts";
import { type RepairOutcome, repair } from "../repair/repair.ts";
import { repairRequest } from "../repair/repair-request.ts";
import { branchFor } from "../reviews/land-review.ts";
import { whyNotLanded } from "../reviews/proven-outcome.ts";
import { patrol, type Round } from "../schedule/schedule.ts";
import { recover } from "../sessions/recover.ts";
import { findInterrupted, resumeSession } from "../sessions/resume-session.ts";
import { carryOutAnswer } from "./carry-out-answer.ts";
import { carryOutPlanTask, carryOutRequest } from "./carry-out-plan-task.ts";
import type { OpenTask } from "./fleet-ports.ts";
import { figuresSince } from "./task-figures.ts";

/** A kind of task that this version supports. */
export type KnownTask = FleetTask & { readonly request: TaskRequest };

type Result = Pick<TaskOutcome, "kind" | "text">;

/**
 * Carries out a task in its working copy. The recorded work of a worker that died is continued: an approved
 * change lands, a session resumes, a change that was pushed is not pushed again.
 */
export async function carryOutTask(task: KnownTask, open: OpenTask, signal: AbortSignal): Promise<TaskEnd> {
  const { ports } = open;
  await recover(ports);
  signal.throwIfAborted();
  const { request } = task;
  const start = ports.now();
  if (request.kind === "answer") return carryOutAnswer(open, request, signal);
  if (request.kind === "plan" || request.kind === "request") {
    const { pushed, ...outcome } =
      request.kind === "plan"
        ? await carryOutPlanTask(open, task, request, signal)
        : await carryOutRequest(open, task, request.request, signal);
    const asked = await askedOf(open, task);
    return { outcome: { ...outcome, pushed: [...pushed], brain: open.brain }, asked };
  }
  const before = await resultBefore(open, task);
  const result = before ?? (await work(open, task, request, signal));
  const asked = await askedOf(open, task);
  const pushed = await pushedFor(open, task);
  const kind =
    pushed.length > 0 ? "fixed" : asked.length > 0 && result.kind !== "fixed" ? "asked" : result.kind;
  const figures = await figuresSince(ports, start);
  return { outcome: { kind, text: result.text, pushed, brain: open.brain, ...figures }, asked };
}

async function work(
  open: OpenTask,
  task: FleetTask,
  request: Extract<TaskRequest, { auto: boolean }>,
  signal: AbortSignal,
): Promise<Result> {
  const { ports } = open;
  if (request.kind === "violations") {
    return ofRound(await patrol(ports, { auto: request.auto, signal }, () => undefined));
  }
  const resumed = await resume(open, task, signal);
  if (resumed !== null) return ofRepair(resumed);
  const wishes = { auto: request.auto, ...(request.kind === "issue" && { issue: request.issue }) };
  return ofRepair(await repair(ports, repairRequest(ports, wishes), signal, () => undefined));
}

/** A worker that died had already asked a person, or got further. */
async function resultBefore({ ports }: OpenTask, task: FleetTask): Promise<Result | null> {
  const [review] = (await ports.reviews.list()).filter(
    ({ trace_id, status }) => trace_id === task.trace_id && status !== "withdrawn",
  );
  if (review === undefined || task.request.kind === "violations") return null;
  if (review.status === "landed") return { kind: "fixed", text: review.title };
  return review.status === "rejected" ? null : { kind: "asked", text: review.title };
}

/** Resumes from the last complete step of the worker that died; null if there is none, or the code has changed. */
async function resume(
  { ports }: OpenTask,
  { trace_id }: FleetTask,
  signal: AbortSignal,
): Promise<RepairOutcome | null> {
  const interrupted = await ports.sessions.list({ status: "interrupted" });
  const session = interrupted.find((each) => each.trace_id === trace_id);
  if (session === undefined) return null;
  try {
    const found = await findInterrupted(ports, session.session_id);
    const { kind, outcome } = await resumeSession(ports, found, "repeat", signal, () => undefined);
    return kind === "repair" ? outcome : null;
  } catch (error) {
    if (signal.aborted || !(error instanceof AgentForgeError)) throw error;
    if (!["stale", "unsupported", "bad_input"].includes(error.code)) throw error;
    await ports.sessions.end(session.session_id, "failed", `started again: ${error.message}`);
    return null;
  }
}

function ofRepair(outcome: RepairOutcome): Result {
  switch (outcome.status) {
    case "landed":
      return { kind: "fixed", text: outcome.review.title };
    case "waiting_for_review":
    case "dry_run":
      return { kind: "asked", text: outcome.review.title };
    case "landing_conflict":
    case "no_longer_proven":
      return { kind: "asked", text: `${outcome.review.title}: ${whyNotLanded(outcome)}` };
    case "nothing_to_repair":
      return { kind: "nothing_to_do", text: "every test passes" };
    case "only_flaky":
      return { kind: "not_fixed", text: `flaky, not broken: ${firstFew(outcome.flaky)}` };
    case "no_failing_test":
    case "not_repaired":
    case "no_verdict":
      return { kind: "not_fixed", text: outcome.why };
  }
}

function ofRound(round: Round): Result {
  if (round.status === "idle")
    return { kind: round.open === 0 ? "nothing_to_do" : "not_fixed", text: round.why };
  if (round.status === "paused") return { kind: "not_fixed", text: round.why };
  const { outcomes, stopped } = round.report;
  const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
  const [landed, waiting] = [count("landed"), count("waiting_for_review")];
  const text = `${counted(landed, "violation")} fixed, ${waiting} proven and waiting, ${round.open} found`;
  const kind = landed > 0 ? "fixed" : waiting > 0 ? "asked" : "not_fixed";
  return { kind, text: stopped === null ? text : `${text}; stopped: ${stopped}` };
}

/**
 * All reviews of the fleet that wait in this repository, including those of a worker that died before it
 * reported them.
 */
async function askedOf({ ports, isOfFleet }: OpenTask, task: FleetTask): Promise<FleetReview[]> {
  const asked: FleetReview[] = [];
  for (const review of await ports.reviews.list("pending")) {
    const session = await ports.sessions.get(review.session_id);
    if (session && isOfFleet(session.owner)) asked.push(inFleet(review, task, await ruleOf(ports, review)));
  }
  return asked;
}

function inFleet(
  review: Review,
  { task_id, repository_id }: FleetTask,
  rule: string | undefined,
): FleetReview {
  const { review_id, title, created_at, asked_because, request, change } = review;
  return {
    ...{ review_id, task_id, repository_id, title, created_at, asked_because },
    ...{ confidence: request.confidence, files: request.files_affected },
    ...{ diff: change.diff, diff_hash: change.diff_hash },
    ...{ status: "pending", answered_by: null, why: null },
    ...(rule !== undefined && { rule }),
  };
}

async function ruleOf(ports: OpenTask["ports"], { violation_id }: Review): Promise<string | undefined> {
  const violation = violation_id === null ? null : await ports.conformance.violation(violation_id);
  return violation === null ? undefined : `${violation.contract_id}/${violation.check_id}`;
}

/** Pushed by this worker, or by one that died afterwards. */
async function pushedFor({ ports, pushed }: OpenTask, { trace_id }: FleetTask): Promise<PushedChange[]> {
  const known = new Set(pushed.map(({ review_id }) => review_id));
  const earlier = (await ports.reviews.list("landed")).filter(
    (review) => review.trace_id === trace_id && !known.has(review.review_id),
  );
  return [
    ...pushed,
    ...earlier.flatMap((review) =>
      review.landed_commit === null
        ? []
        : [
            {
              ...{ review_id: review.review_id, commit: review.landed_commit },
              ...{ branch: branchFor(review), pull_request: null },
            },
          ],
    ),
  ];
}
