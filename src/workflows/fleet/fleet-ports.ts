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

/** The ports for requests and plans. */
export type PlanTaskPorts = Pick<PlanPorts, "rehearse"> & AnswerPlanPorts & ExecutePlanPorts & WritePlanPorts;

type TaskPorts = RecoverPorts & ResumeSessionPorts & SchedulePorts;

/** A working copy of a task's repository, and the ports to work in it. */
export interface OpenTask extends AsyncDisposable {
  /** Once the claim is lost, every externally visible effect of these ports is refused. */
  readonly ports: TaskPorts;
  /** Changes pushed since it was opened. */
  readonly pushed: readonly PushedChange[];
  readonly brain: string;
  /** Opens the ports for requests and plans, for a task that needs them. */
  planPorts(): Promise<PlanTaskPorts>;
  /** The limit for model cost, and the cost so far; null if no model is used. */
  readonly money: { readonly most: number; spent(): Promise<number> } | null;
  /** Whether a worker of the fleet owned the session: this one or an earlier one. */
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
  /** A signal that aborts after this time. */
  readonly timeout: (milliseconds: number) => AbortSignal;
  /** For observers of the worker. */
  readonly say: (line: string) => void;
}

/**
 * Claims of the fleet's queue: one worker at a time in each repository, and a worker that holds the claim on
 * its own name is alive.
 */
export const repositoryKey = (repositoryId: string) => `repository:${repositoryId}`;
export const WORKER_PREFIX = "worker:";
