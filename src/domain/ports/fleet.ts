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
import type { WorkEvent } from "../rules/stats.ts";
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

/** What a person said about a review. It names the diff that they were shown. */
interface FleetAnswer {
  readonly answer: "approve" | "reject";
  readonly by: string;
  readonly reason: string | null;
}

export interface TaskEnd {
  readonly outcome: TaskOutcome;
  /** Changes that now wait for a person. */
  readonly asked: readonly FleetReview[];
  /** The review that an `answer` task was about, as it is now. */
  readonly answered?: Pick<FleetReview, "review_id" | "status" | "why">;
}

interface FleetCounts {
  readonly byStatus: Readonly<Record<TaskStatus, number>>;
  /** Of finished tasks. */
  readonly byOutcome: Readonly<Record<TaskOutcome["kind"], number>>;
  /** When the task that has waited longest was enqueued; null if none waits. */
  readonly oldestQueued: string | null;
  readonly pendingReviews: number;
}

/**
 * The record of the fleet: open tasks, finished tasks, and pending answers. It alone says whether a task
 * is done; what delivers tasks may deliver one twice, late or never.
 */
export interface Fleet {
  addRepository(repository: FleetRepository): Promise<"added" | "changed">;
  repositories(): Promise<readonly FleetRepository[]>;
  /** Cancels what is queued for it, too. False if there is none. */
  removeRepository(repositoryId: string, by: string): Promise<boolean>;

  enqueue(tasks: readonly NewTask[]): Promise<readonly FleetTask[]>;
  /** Newest first. */
  tasks(filter: TaskFilter): Promise<readonly FleetTask[]>;
  task(taskId: string): Promise<FleetTask | null>;
  /** Queued tasks that were not handed to a delivery yet, oldest first, and only those after `after`. */
  undelivered(limit: number, after?: FleetTask): Promise<readonly FleetTask[]>;
  markDelivered(taskIds: readonly string[]): Promise<void>;
  counts(): Promise<FleetCounts>;
  /** Everything that happened in all repositories, for the figures. */
  work(): Promise<readonly WorkEvent[]>;

  /** Under a claim on the repository. Null if the task is over. */
  begin(taskId: string, worker: string, claim: Claim): Promise<FleetTask | null>;
  /** Records the end, once, under the claim it was begun with; throws `stale` where that was lost. */
  finish(task: FleetTask, end: TaskEnd, claim: Claim): Promise<void>;
  /** The attempt failed and will be made again. */
  noteFailure(task: FleetTask, why: string, claim: Claim): Promise<void>;
  /** Its worker was stopped: it is queued again, and the attempt does not count. */
  giveBack(task: FleetTask, why: string, claim: Claim): Promise<void>;
  /** It is begun again later, because of a limit of the fleet. */
  postpone(task: FleetTask, waitsFor: string, claim: Claim): Promise<void>;
  /** Leaves it for a newer worker. False if it is over already. */
  leave(task: FleetTask, waitsFor: string, claim: Claim): Promise<boolean>;
  /** While it is under way: which limit it waits for, or null that it continues. */
  noteWaiting(task: FleetTask, waitsFor: string | null, claim: Claim): Promise<void>;
  /** Tasks that a limit of the fleet holds up, or that need a newer worker. */
  waiting(limit: number): Promise<readonly FleetTask[]>;
  /** Until a person retries it. False if it is over already. */
  setAside(taskId: string, why: string, claim?: Claim): Promise<boolean>;
  /** Which of them are over by now; a worker stops what it does for those. */
  endedAmong(taskIds: readonly string[]): Promise<readonly string[]>;
  cancel(taskId: string, by: string): Promise<FleetTask>;
  /** Queues a task again that was set aside or cancelled. */
  retry(taskId: string, by: string): Promise<FleetTask>;

  /** What waits for an answer, oldest first; all with `all`. */
  reviews(all?: boolean): Promise<readonly FleetReview[]>;
  review(reviewId: string): Promise<FleetReview | null>;
  /** Durable, in the journal, and queued for a worker, all or nothing. `conflict` where it was answered before. */
  answer(reviewId: string, answer: FleetAnswer): Promise<FleetTask>;

  limits(): Promise<FleetLimits>;
  setLimits(limits: FleetLimits, by: string): Promise<void>;
  /** 0 where a push to the host may go ahead, and is counted; else how many milliseconds to wait before asking again. */
  takePush(host: string): Promise<number>;
  /** Sets aside what a task may spend today at most. False where the rest of the day's money does not suffice. */
  reserveMoney(taskId: string, usd: number): Promise<boolean>;
  /** What it has really spent takes the place of what was set aside. */
  settleMoney(taskId: string, usd: number): Promise<void>;
  /** Spent and set aside today. */
  moneyToday(): Promise<number>;

  /** Why this worker must finish and stop: a newer one has changed the record; null where it may go on. */
  outdated(): Promise<string | null>;
  mode(): Promise<FleetMode>;
  setMode(mode: FleetMode, by: string): Promise<void>;
  enlist(worker: FleetWorker): Promise<void>;
  dismiss(workerId: string): Promise<void>;
  /** Everyone who was enlisted and not dismissed; whoever holds their claim is alive. */
  workers(): Promise<readonly FleetWorker[]>;
}

export interface Delivered {
  readonly taskId: string;
  /** A sign of life. False if the task was delivered again because there was none for too long. */
  keepAlive(): Promise<boolean>;
  done(): Promise<void>;
  /** Delivers it again after a while, longer each time, and after the last time as a dead letter. */
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

/** Brings tasks to workers, at least once. */
export interface Delivery {
  send(tasks: readonly { readonly task: FleetTask; readonly repository: FleetRepository }[]): Promise<void>;
  /** The next task for a worker with these labels, highest priority first; null if none is due. */
  take(labels: readonly string[]): Promise<Delivered | null>;
  /** A task whose deliveries are used up. */
  takeDead(): Promise<Delivered | null>;
  schedule(schedule: TaskSchedule): Promise<void>;
  unschedule(key: string): Promise<boolean>;
  schedules(): Promise<readonly TaskSchedule[]>;
  /** Tasks of a schedule that are due. */
  takeDue(): Promise<{ readonly tasks: ScheduledTasks; done(): Promise<void> } | null>;
  close(): Promise<void>;
}
