import type {
  FleetLimits,
  FleetMode,
  FleetTask,
  FleetWorker,
  TaskOutcome,
  TaskStatus,
} from "../../domain/entities/fleet.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";
import type { Queue } from "../../domain/ports/queue.ts";
import { WORKER_PREFIX } from "./fleet-ports.ts";

export interface FleetStatus {
  readonly mode: FleetMode;
  readonly tasks: Readonly<Record<TaskStatus, number>>;
  readonly outcomes: Readonly<Record<TaskOutcome["kind"], number>>;
  readonly oldest_queued_seconds: number;
  readonly pending_reviews: number;
  readonly workers: readonly (FleetWorker & { readonly is_alive: boolean })[];
  /** Running tasks, and tasks that need a person. */
  readonly running: readonly FleetTask[];
  readonly set_aside: readonly FleetTask[];
  /** Tasks held up by a fleet limit. */
  readonly waiting: readonly FleetTask[];
  readonly limits: FleetLimits;
  /** Today's model cost in US dollars, including what running tasks have reserved. */
  readonly money_today: number;
}

const MOST_SHOWN = 50;

/** The state of the fleet. */
export async function describeFleet({
  fleet,
  queue,
  now,
}: {
  readonly fleet: Fleet;
  readonly queue: Queue;
  readonly now: () => string;
}): Promise<FleetStatus> {
  const counts = await fleet.counts();
  const standings = await queue.standings(WORKER_PREFIX);
  const held = new Set(standings.filter(({ claimed }) => claimed).map(({ key }) => key));
  const waited = counts.oldestQueued === null ? 0 : Date.parse(now()) - Date.parse(counts.oldestQueued);
  return {
    mode: await fleet.mode(),
    tasks: counts.byStatus,
    outcomes: counts.byOutcome,
    oldest_queued_seconds: Math.max(0, Math.round(waited / 1000)),
    pending_reviews: counts.pendingReviews,
    workers: (await fleet.workers()).map((worker) => ({
      ...worker,
      is_alive: held.has(WORKER_PREFIX + worker.worker_id),
    })),
    running: await fleet.tasks({ status: "running", limit: MOST_SHOWN }),
    set_aside: await fleet.tasks({ status: "set_aside", limit: MOST_SHOWN }),
    waiting: await fleet.waiting(MOST_SHOWN),
    limits: await fleet.limits(),
    money_today: await fleet.moneyToday(),
  };
}
