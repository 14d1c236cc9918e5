import { type FleetTask, TaskOutcome, type TaskStatus } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { Fleet, NewTask } from "../../domain/ports/fleet.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { FleetOptions } from "./fleet-options.ts";
import { updateAsked } from "./review-rows.ts";
import { createTaskReads, readTask } from "./task-reads.ts";

type TaskMethods = Pick<
  Fleet,
  | ("enqueue" | "tasks" | "task" | "undelivered" | "markDelivered" | "counts" | "begin" | "finish")
  | ("postpone" | "leave" | "noteWaiting" | "waiting")
  | ("noteFailure" | "giveBack" | "setAside" | "endedAmong" | "cancel" | "retry")
>;

export interface FleetTasks extends TaskMethods {
  /** Runs in the given transaction. */
  insert(queries: Queries, task: NewTask): Promise<FleetTask>;
}

/** Batch size that lets other writers get a turn while many tasks are enqueued. */
const AT_ONCE = 500;
const OVER: readonly TaskStatus[] = ["done", "set_aside", "cancelled"];

export function createFleetTasks(options: FleetOptions): FleetTasks {
  const { database, journal, now, newTraceId, newTaskId, redact } = options;
  async function insert(queries: Queries, { repository, request, ref, priority, by }: NewTask) {
    const stored = {
      ...{ task_id: newTaskId(), trace_id: newTraceId(), repository_id: repository, request, ref, priority },
      ...{ status: "queued", created_by: by, created_at: now(), started_at: null, ended_at: null },
      ...{ attempts: 0, worker: null, token: null, why: null, waits_for: null, outcome: null },
    };
    const task = readTask(stored);
    await queries.run(
      `INSERT INTO fleet_tasks (task_id, repository_id, status, delivered, created_at, data)
       VALUES (?, ?, 'queued', 0, ?, ?)`,
      [task.task_id, repository, task.created_at, JSON.stringify(stored)],
    );
    return task;
  }

  const update = createUpdate(options);

  return {
    ...createTaskReads(database),
    ...createWaits(update),
    insert,

    async enqueue(tasks) {
      const made: FleetTask[] = [];
      for (let first = 0; first < tasks.length; first += AT_ONCE) {
        const part = tasks.slice(first, first + AT_ONCE);
        await journal.flush();
        await database.transaction(async (queries) => {
          for (const task of part) made.push(await insert(queries, task));
          const metadata = { tasks: part.length, by: part[0]?.by ?? "", kind: part[0]?.request.kind ?? "" };
          const activity = { traceId: null, actor: "human", actionType: "tasks.enqueued" } as const;
          await journal.commit({ ...activity, metadata }, queries);
        });
      }
      return made;
    },

    async begin(taskId, worker, { fence, token }) {
      const known = await database.all("SELECT 1 FROM fleet_tasks WHERE task_id = ?", [taskId]);
      if (known.length === 0) return null;
      const started = (task: FleetTask): Changed | null =>
        OVER.includes(task.status)
          ? null
          : {
              to: {
                ...{ status: "running", worker, token, started_at: now(), waits_for: null },
                attempts: task.attempts + 1,
              },
              action: "started",
              metadata: { worker, token, attempt: task.attempts + 1 },
            };
      const { task, changed } = await update(taskId, started, { fence });
      return changed ? task : null;
    },

    async finish({ task_id, token, repository_id }, { outcome, asked, answered }, { fence }) {
      const ended = (task: FleetTask): Changed => {
        if (task.status !== "running" || task.token !== token) throw overtaken(task);
        const { kind, text } = TaskOutcome.parse(outcome);
        return {
          to: { status: "done", outcome, ended_at: now(), why: null, waits_for: null },
          action: "finished",
          metadata: { outcome: kind, text, worker: task.worker, token },
        };
      };
      await update(task_id, ended, {
        fence,
        also: (queries) => updateAsked(queries, repository_id, redact(asked), answered),
      });
    },

    async noteFailure({ task_id, token }, why, { fence }) {
      const failed = (task: FleetTask): Changed | null =>
        task.status === "running" && task.token === token
          ? { to: { status: "queued", why }, action: "failed", metadata: { why, attempt: task.attempts } }
          : null;
      await update(task_id, failed, { fence });
    },

    async setAside(taskId, why, claim) {
      const aside = (task: FleetTask): Changed | null =>
        OVER.includes(task.status)
          ? null
          : {
              to: { status: "set_aside", ended_at: now(), why, waits_for: null },
              action: "set_aside",
              metadata: { why },
            };
      return (await update(taskId, aside, { fence: claim?.fence })).changed;
    },

    async cancel(taskId, by) {
      const canceled = (task: FleetTask): Changed => {
        if (OVER.includes(task.status)) throw alreadyOver(task, "canceled");
        const why = `canceled by ${by}`;
        const to = { status: "cancelled", ended_at: now(), why, waits_for: null } as const;
        return { to, action: "cancelled", actor: "human", metadata: { by } };
      };
      return (await update(taskId, canceled)).task;
    },

    async retry(taskId, by) {
      const queued = (task: FleetTask): Changed => {
        if (task.status !== "set_aside" && task.status !== "cancelled") throw alreadyOver(task, "retried");
        const to = { status: "queued", attempts: 0, ended_at: null, worker: null, token: null } as const;
        return { to, action: "retried", actor: "human", metadata: { by }, deliverAgain: true };
      };
      return (await update(taskId, queued)).task;
    },
  };
}

/** Reads, changes and journals one task in a single transaction; null leaves it unchanged. */
function createUpdate({ database, journal, redact }: FleetOptions) {
  return async function update(
    taskId: string,
    change: (task: FleetTask) => Changed | null,
    { fence, also }: { fence?: Fence | undefined; also?: (queries: Queries) => Promise<void> } = {},
  ): Promise<{ readonly task: FleetTask; readonly changed: boolean }> {
    await journal.flush();
    return database.transaction(async (queries) => {
      await fence?.(queries);
      const [row] = await queries.all("SELECT data FROM fleet_tasks WHERE task_id = ?", [taskId]);
      if (row === undefined) throw noTask(taskId);
      const before = JSON.parse(String(row.data));
      const next = change(readTask(before));
      if (next === null) return { task: readTask(before), changed: false };
      // Fields that a newer AgentForge added are kept.
      const stored = redact({ ...before, ...next.to });
      const task = readTask(stored);
      await queries.run(
        "UPDATE fleet_tasks SET status = ?, outcome = ?, data = ?, delivered = ? WHERE task_id = ?",
        [task.status, task.outcome?.kind ?? null, JSON.stringify(stored), next.deliverAgain ? 0 : 1, taskId],
      );
      await also?.(queries);
      const { actor = "system", metadata = {} } = next;
      const noun = { traceId: task.trace_id, actor, entityId: taskId };
      await journal.commit({ ...noun, actionType: `task.${next.action}`, metadata }, queries);
      return { task, changed: true };
    });
  };
}

/** Tasks that are held up by a fleet limit, that need a newer worker, or whose worker was stopped. */
function createWaits(
  update: ReturnType<typeof createUpdate>,
): Pick<Fleet, "postpone" | "leave" | "noteWaiting" | "giveBack"> {
  return {
    async giveBack({ task_id, token }, why, { fence }) {
      const given = (task: FleetTask): Changed | null =>
        task.status === "running" && task.token === token
          ? {
              to: { status: "queued", why, attempts: task.attempts - 1 },
              action: "given_back",
              metadata: { why },
              deliverAgain: true,
            }
          : null;
      await update(task_id, given, { fence });
    },

    async leave({ task_id }, waits_for, { fence }) {
      const left = (task: FleetTask): Changed | null =>
        OVER.includes(task.status)
          ? null
          : {
              to: { status: "queued", waits_for },
              action: "left",
              metadata: { waits_for },
              deliverAgain: true,
            };
      return (await update(task_id, left, { fence })).changed;
    },

    async postpone({ task_id, token }, waits_for, { fence }) {
      const postponed = (task: FleetTask): Changed | null =>
        task.status === "running" && task.token === token
          ? {
              to: { status: "queued", waits_for, attempts: task.attempts - 1 },
              action: "postponed",
              metadata: { waits_for },
              deliverAgain: true,
            }
          : null;
      await update(task_id, postponed, { fence });
    },

    async noteWaiting({ task_id, token }, waits_for, { fence }) {
      const noted = (task: FleetTask): Changed | null =>
        task.status === "running" && task.token === token
          ? { to: { waits_for }, action: waits_for === null ? "continued" : "waits", metadata: { waits_for } }
          : null;
      await update(task_id, noted, { fence });
    },
  };
}

interface Changed {
  readonly to: Partial<FleetTask>;
  /** The event's name after `task.`. */
  readonly action: string;
  readonly actor?: "human" | "system";
  readonly metadata?: Record<string, string | number | null>;
  readonly deliverAgain?: boolean;
}

function noTask(taskId: string): AgentForgeError {
  return new AgentForgeError("not_found", `there is no task ${taskId}`, {
    hint: "Run `agentforge fleet status` to see running tasks and tasks set aside.",
  });
}

function overtaken({ task_id, status }: FleetTask): AgentForgeError {
  return new AgentForgeError("stale", `${task_id} is ${status} by now`, {
    hint: "Its result is discarded.",
  });
}

function alreadyOver({ task_id, status }: FleetTask, wanted: string): AgentForgeError {
  return new AgentForgeError("conflict", `${task_id} is ${status}, so it cannot be ${wanted}`, {
    hint: "Run `agentforge fleet status` to see all tasks.",
  });
}
