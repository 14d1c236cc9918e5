import type {
  FleetLimits,
  FleetMode,
  FleetRepository,
  FleetReview,
  FleetTask,
  FleetWorker,
  TaskOutcome,
  TaskRequest,
  TaskStatus,
} from "../entities/fleet.ts";
import type { WorkEvent } from "../rules/records/stats.ts";
import type { Claim } from "./queue.ts";

export interface NewTask {
  readonly repository: string;
  readonly request: TaskRequest;
  readonly ref: string | null;
  readonly priority: number;
  readonly by: string;
}

interface TaskFilter {
  readonly status?: TaskStatus;
  readonly repository?: string;
  readonly limit?: number;
}

/** A person's answer to a review. It names the diff they were shown. */
interface FleetAnswer {
  readonly answer: "approve" | "reject";
  readonly by: string;
  readonly reason: string | null;
}

export interface TaskEnd {
  readonly outcome: TaskOutcome;
  /** Changes that now wait for a person. */
  readonly asked: readonly FleetReview[];
  /** The current state of the review that an `answer` task was about. */
  readonly answered?: Pick<FleetReview, "review_id" | "status" | "why">;
}

interface FleetCounts {
  readonly byStatus: Readonly<Record<TaskStatus, number>>;
  /** Finished tasks. */
  readonly byOutcome: Readonly<Record<TaskOutcome["kind"], number>>;
  /** When the task that has waited longest was enqueued; null if none waits. */
  readonly oldestQueued: string | null;
  readonly pendingReviews: number;
}

/**
 * The record of the fleet: open tasks, finished tasks, and pending answers. It is the only authority on whether
 * a task is done; the queue may deliver a task twice, late or never.
 */
export interface Fleet {
  addRepository(repository: FleetRepository): Promise<"added" | "changed">;
  repositories(): Promise<readonly FleetRepository[]>;
  /** Also cancels its queued tasks. False if there is no such repository. */
  removeRepository(repositoryId: string, by: string): Promise<boolean>;

  enqueue(tasks: readonly NewTask[]): Promise<readonly FleetTask[]>;
  /** Newest first. */
  tasks(filter: TaskFilter): Promise<readonly FleetTask[]>;
  task(taskId: string): Promise<FleetTask | null>;
  /** Queued tasks that have not been delivered yet, oldest first, starting after `after`. */
  undelivered(limit: number, after?: FleetTask): Promise<readonly FleetTask[]>;
  markDelivered(taskIds: readonly string[]): Promise<void>;
  counts(): Promise<FleetCounts>;
  /** The events of all repositories, for the statistics. */
  work(): Promise<readonly WorkEvent[]>;

  /** Requires a claim on the repository. Null if the task has ended. */
  begin(taskId: string, worker: string, claim: Claim): Promise<FleetTask | null>;
  /** Records the end, once, under the claim it was started with; throws `stale` if that claim was lost. */
  finish(task: FleetTask, end: TaskEnd, claim: Claim): Promise<void>;
  /** The attempt failed and will be retried. */
  noteFailure(task: FleetTask, why: string, claim: Claim): Promise<void>;
  /** Its worker was stopped: it is queued again, and the attempt does not count. */
  returnToQueue(task: FleetTask, why: string, claim: Claim): Promise<void>;
  /** Starts it again later, because of a fleet limit. */
  postpone(task: FleetTask, waitsFor: string, claim: Claim): Promise<void>;
  /** Leaves it for a newer worker. False if it has already ended. */
  leave(task: FleetTask, waitsFor: string, claim: Claim): Promise<boolean>;
  /** For a running task: the limit it waits for, or null once it continues. */
  noteWaiting(task: FleetTask, waitsFor: string | null, claim: Claim): Promise<void>;
  /** Tasks held up by a fleet limit, or that need a newer worker. */
  waiting(limit: number): Promise<readonly FleetTask[]>;
  /** Sets it aside until a person retries it. False if it has already ended. */
  setAside(taskId: string, why: string, claim?: Claim): Promise<boolean>;
  /** Which of these tasks have ended; a worker stops working on them. */
  endedAmong(taskIds: readonly string[]): Promise<readonly string[]>;
  cancel(taskId: string, by: string): Promise<FleetTask>;
  /** Queues a task again that was set aside or canceled. */
  retry(taskId: string, by: string): Promise<FleetTask>;

  /** Reviews that wait for an answer, oldest first; every review with `all`. */
  reviews(all?: boolean): Promise<readonly FleetReview[]>;
  review(reviewId: string): Promise<FleetReview | null>;
  /**
   * Durable, in the journal, and queued for a worker, all or nothing. Throws `conflict` if it was already
   * answered.
   */
  answer(reviewId: string, answer: FleetAnswer): Promise<FleetTask>;

  limits(): Promise<FleetLimits>;
  setLimits(limits: FleetLimits, by: string): Promise<void>;
  /**
   * Returns 0 if a push to the host may go ahead, and counts it; otherwise the milliseconds to wait before
   * asking again.
   */
  takePush(host: string): Promise<number>;
  /** Reserves the most that a task may spend today. False if the rest of today's budget is too small. */
  reserveMoney(taskId: string, usd: number): Promise<boolean>;
  /** Replaces the reservation with the amount actually spent. */
  recordMoneySpent(taskId: string, usd: number): Promise<void>;
  /** The amounts spent and reserved today. */
  moneyToday(): Promise<number>;

  /** Why this worker must finish and stop, because a newer one has changed the record; null if it may continue. */
  outdated(): Promise<string | null>;
  mode(): Promise<FleetMode>;
  setMode(mode: FleetMode, by: string): Promise<void>;
  enlist(worker: FleetWorker): Promise<void>;
  dismiss(workerId: string): Promise<void>;
  /** Every registered worker; a worker is alive while its claim is held. */
  workers(): Promise<readonly FleetWorker[]>;
}

export interface Delivered {
  readonly taskId: string;
  /** Sends a heartbeat. False if the task was delivered again because heartbeats stopped for too long. */
  keepAlive(): Promise<boolean>;
  done(): Promise<void>;
  /** Delivers it again after a growing delay; after the last attempt, it becomes a dead letter. */
  again(why: string): Promise<void>;
}

export interface TaskSchedule {
  readonly key: string;
  readonly cron: string;
  readonly timezone: string;
  readonly data: ScheduledTasks;
}

export interface ScheduledTasks {
  /** Null for all repositories. */
  readonly repository_id: string | null;
  readonly request: TaskRequest;
  readonly by: string;
}

/** Delivers tasks to workers, at least once. */
export interface Delivery {
  send(tasks: readonly { readonly task: FleetTask; readonly repository: FleetRepository }[]): Promise<void>;
  /** The next task for a worker with these labels, highest priority first; null if none is due. */
  take(labels: readonly string[]): Promise<Delivered | null>;
  /** A task that has used up its deliveries. */
  takeDead(): Promise<Delivered | null>;
  schedule(schedule: TaskSchedule): Promise<void>;
  unschedule(key: string): Promise<boolean>;
  schedules(): Promise<readonly TaskSchedule[]>;
  /** Scheduled tasks that are due. */
  takeDue(): Promise<{ readonly tasks: ScheduledTasks; done(): Promise<void> } | null>;
  close(): Promise<void>;
}
