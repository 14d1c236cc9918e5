import type { PgBoss } from "pg-boss";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Delivered, Delivery, ScheduledTasks, TaskSchedule } from "../../domain/ports/fleet.ts";

export interface DeliveryOptions {
  readonly url: string;
  /** The schema for pg-boss's tables; created if missing. */
  readonly schema: string;
  /** Whether this process also maintains the queue: dead workers, schedules, old rows. */
  readonly maintainsQueue: boolean;
  readonly onError: (error: Error) => void;
}

const TASKS = "tasks";
const DEAD = "dead-tasks";
const SCHEDULES = "schedules";
const DELIVERIES = 5;
const LOOK_SECONDS = 2;
/** A task that waits for a fleet limit is tried again after this time. */
const LATER_SECONDS = 30;
/** A worker without a heartbeat for this long is considered dead, and its tasks are delivered again. */
const ALIVE_SECONDS = 15;
const DAY = 24 * 3600;

interface Queues {
  readonly boss: PgBoss;
  /** Names of queues that exist. */
  readonly known: Set<string>;
}

/** pg-boss on the fleet's PostgreSQL. It is loaded only here, so that commands without a fleet do not pay for it. */
export async function openDelivery(options: DeliveryOptions): Promise<Delivery> {
  const boss = await startBoss(options);
  const queues: Queues = { boss, known: new Set() };

  await boss.createQueue(DEAD, { retentionSeconds: 365 * DAY, retryLimit: 1000 });
  await boss.createQueue(SCHEDULES, { retryLimit: DELIVERIES, expireInSeconds: 300 });

  return {
    async send(tasks) {
      const byQueue = Map.groupBy(tasks, ({ repository }) => repository.label);
      for (const [label, part] of byQueue) await boss.insert(await queueOf(queues, label), part.map(jobOf));
    },

    async take(labels) {
      for (const label of [...labels, null]) {
        const taken = await takeFrom(queues, await queueOf(queues, label), true);
        if (taken !== null) return taken;
      }
      return null;
    },

    takeDead: () => takeFrom(queues, DEAD, false),

    ...createSchedules(boss),
    close: () => boss.stop({ graceful: false, close: true }),
  };
}

function createSchedules(boss: PgBoss): Pick<Delivery, "schedule" | "unschedule" | "schedules" | "takeDue"> {
  return {
    async schedule({ key, cron, timezone, data }) {
      await boss.schedule(SCHEDULES, cron, data, { key, tz: timezone }).catch((cause: unknown) => {
        throw new AgentForgeError("bad_input", `"${cron}" is not valid: ${(cause as Error).message}`, {
          hint: 'Use five fields as in cron, such as "0 3 * * 1-5" for 3:00 on weekdays.',
        });
      });
    },

    async unschedule(key) {
      const found = (await boss.getSchedule(SCHEDULES, key)) !== null;
      await boss.unschedule(SCHEDULES, key);
      return found;
    },

    async schedules() {
      const found = await boss.getSchedules(SCHEDULES);
      return found.map(
        ({ key, cron, timezone, data }): TaskSchedule => ({
          key,
          cron,
          timezone,
          data: data as ScheduledTasks,
        }),
      );
    },

    async takeDue() {
      const [job] = await boss.fetch<ScheduledTasks>(SCHEDULES);
      if (job === undefined) return null;
      return { tasks: job.data, done: async () => void (await boss.complete(SCHEDULES, job)) };
    },
  };
}

function jobOf({ task, repository }: Parameters<Delivery["send"]>[0][number]) {
  return {
    data: { task_id: task.task_id },
    priority: task.priority,
    ...(task.waits_for !== null && { startAfter: LATER_SECONDS }),
    // Tasks of one repository run one after another, because they would land on top of each other.
    group: { id: repository.repository_id },
  };
}

/** One queue per label: a worker polls the queues of its labels. */
async function queueOf({ boss, known }: Queues, label: string | null): Promise<string> {
  const name = label === null ? TASKS : `${TASKS}.${label}`;
  if (known.has(name)) return name;
  await boss.createQueue(name, {
    deadLetter: DEAD,
    retryLimit: DELIVERIES - 1,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: ALIVE_SECONDS,
    expireInSeconds: DAY,
    retentionSeconds: 365 * DAY,
  });
  known.add(name);
  return name;
}

async function takeFrom({ boss }: Queues, name: string, oneARepository: boolean): Promise<Delivered | null> {
  const [job] = await boss.fetch<{ task_id: string }>(name, oneARepository ? { groupConcurrency: 1 } : {});
  if (job === undefined) return null;
  return {
    taskId: job.data.task_id,
    // Documented by pg-boss, but missing from its types.
    keepAlive: async () => ((await boss.touch(name, job)) as { affected: number }).affected === 1,
    done: async () => void (await boss.complete(name, job)),
    again: async (why) => void (await boss.fail(name, job, { message: why })),
  };
}

async function startBoss({ url, schema, maintainsQueue, onError }: DeliveryOptions): Promise<PgBoss> {
  const { PgBoss: Boss } = await import("pg-boss");
  const started = new Boss({
    ...{ connectionString: url, schema, max: 4, application_name: "agentforge" },
    ...{ supervise: maintainsQueue, schedule: maintainsQueue },
    ...{ superviseIntervalSeconds: LOOK_SECONDS, monitorIntervalSeconds: LOOK_SECONDS },
  });
  // The pool reconnects after a lost connection; the next call shows whether that worked.
  started.on("error", onError);
  try {
    return await started.start();
  } catch (cause) {
    await started.stop({ graceful: false }).catch(() => undefined);
    throw new AgentForgeError("state_damaged", `the queue cannot be opened: ${(cause as Error).message}`, {
      hint: "Check that PostgreSQL is running and that the user may create schemas.",
      cause,
    });
  }
}
