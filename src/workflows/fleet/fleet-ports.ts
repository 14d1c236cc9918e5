import type { FleetRepository, FleetTask, PushedChange } from "../../domain/entities/fleet.ts";
import type { Delivery, Fleet } from "../../domain/ports/fleet.ts";
import type { Claim, Queue } from "../../domain/ports/queue.ts";
import type { AnswerPlanPorts } from "../plans/answer-plan.ts";
import type { ExecutePlanPorts } from "../plans/execute-plan.ts";
import type { PlanPorts } from "../plans/plan-ports.ts";
import type { WritePlanPorts } from "../plans/write-plan.ts";
import type { SchedulePorts } from "../schedule/schedule.ts";
import type { RecoverPorts } from "../sessions/recover.ts";
import type { ResumeSessionPorts } from "../sessions/resume-session.ts";

/** For requests and plans. */
export type PlanTaskPorts = Pick<PlanPorts, "rehearse"> & AnswerPlanPorts & ExecutePlanPorts & WritePlanPorts;

type TaskPorts = RecoverPorts & ResumeSessionPorts & SchedulePorts;

/** A working copy of the repository of a task, and everything that is needed to work in it. */
export interface OpenTask extends AsyncDisposable {
  /** Every effect of theirs that others can see is refused once the claim was lost. */
  readonly ports: TaskPorts;
  /** What was pushed since it was opened. */
  readonly pushed: readonly PushedChange[];
  readonly brain: string;
  /** The ports for requests and plans, opened when a task is about one. */
  planPorts(): Promise<PlanTaskPorts>;
  /** What a model may cost at most, and has cost so far; null where no model is asked. */
  readonly money: { readonly most: number; spent(): Promise<number> } | null;
  /** Whether a worker of the fleet owned the session, this one or one before it. */
  isOfFleet(owner: string): boolean;
}

export interface WorkerPorts {
  readonly fleet: Fleet;
  readonly delivery: Delivery;
  readonly queue: Queue;
  readonly openTask: (
    task: FleetTask,
    repository: FleetRepository,
    claim: Claim,
    signal: AbortSignal,
  ) => Promise<OpenTask>;
  /** Resolves early when the signal is aborted; never rejects. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly elapsed: () => number;
  /** A signal that is aborted after so long. */
  readonly timeout: (milliseconds: number) => AbortSignal;
  /** For observers of the worker. */
  readonly say: (line: string) => void;
}

/** Claims of the fleet's queue: one worker at a time in each repository, and whoever holds its own name is alive. */
export const repositoryKey = (repositoryId: string) => `repository:${repositoryId}`;
export const WORKER_PREFIX = "worker:";
