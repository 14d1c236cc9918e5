import type { FleetTask } from "../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { Fleet, NewTask } from "../../domain/ports/fleet.ts";
import type { Fence } from "../../domain/ports/queue.ts";
import type { FleetOptions } from "./fleet-options.ts";
import { updateAsked } from "./review-rows.ts";
import * as moves from "./task-moves.ts";
import { createTaskReads, readTask } from "./task-reads.ts";

type TaskMethods = Pick<
  Fleet,
  | ("enqueue" | "tasks" | "task" | "undelivered" | "markDelivered" | "counts" | "begin" | "finish")
  | ("postpone" | "leave" | "noteWaiting" | "waiting")
  | ("noteFailure" | "returnToQueue" | "setAside" | "endedAmong" | "cancel" | "retry")
>;

export interface FleetTasks extends TaskMethods {
  /** Runs in the given transaction. */
  insert(queries: Queries, task: NewTask): Promise<FleetTask>;
}

/** Batch size that lets other writers get a turn while many tasks are enqueued. */
const AT_ONCE = 500;

export function createFleetTasks(options: FleetOptions): FleetTasks {
  const { database, now, redact } = options;
  const update = createUpdate(options);

  return {
    ...createTaskReads(database),
    insert: (queries, task) => insert(options, queries, task),
    enqueue: (tasks) => enqueue(options, tasks),

    async begin(taskId, worker, { fence, token }) {
      const known = await database.all("SELECT 1 FROM fleet_tasks WHERE task_id = ?", [taskId]);
      if (known.length === 0) return null;
      const { task, changed } = await update(taskId, moves.started({ worker, token, at: now() }), { fence });
      return changed ? task : null;
    },

    async finish(task, { outcome, asked, answered }, { fence }) {
      await update(task.task_id, moves.finished(task, outcome, now()), {
        fence,
        also: (queries) => updateAsked(queries, task.repository_id, redact(asked), answered),
      });
    },

    async noteFailure(task, why, { fence }) {
      await update(task.task_id, moves.failed(task, why), { fence });
    },

    async returnToQueue(task, why, { fence }) {
      await update(task.task_id, moves.givenBack(task, why), { fence });
    },

    async postpone(task, waitsFor, { fence }) {
      await update(task.task_id, moves.postponed(task, waitsFor), { fence });
    },

    async noteWaiting(task, waitsFor, { fence }) {
      await update(task.task_id, moves.waiting(task, waitsFor), { fence });
    },

    leave: async ({ task_id }, waitsFor, { fence }) =>
      (await update(task_id, moves.left(waitsFor), { fence })).changed,
    setAside: async (taskId, why, claim) =>
      (await update(taskId, moves.setAside(why, now()), { fence: claim?.fence })).changed,
    cancel: async (taskId, by) => (await update(taskId, moves.canceled(by, now()))).task,
    retry: async (taskId, by) => (await update(taskId, moves.retried(by))).task,
  };
}

async function enqueue(options: FleetOptions, tasks: readonly NewTask[]): Promise<FleetTask[]> {
  const { database, journal } = options;
  const made: FleetTask[] = [];
  for (let first = 0; first < tasks.length; first += AT_ONCE) {
    const part = tasks.slice(first, first + AT_ONCE);
    await journal.flush();
    await database.transaction(async (queries) => {
      for (const task of part) made.push(await insert(options, queries, task));
      const metadata = { tasks: part.length, by: part[0]?.by ?? "", kind: part[0]?.request.kind ?? "" };
      const activity = { traceId: null, actor: "human", actionType: "tasks.enqueued" } as const;
      await journal.commit({ ...activity, metadata }, queries);
    });
  }
  return made;
}

async function insert(
  { now, newTraceId, newTaskId }: FleetOptions,
  queries: Queries,
  { repository, request, ref, priority, by }: NewTask,
): Promise<FleetTask> {
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

/** Reads, changes and journals one task in a single transaction; null leaves it unchanged. */
function createUpdate({ database, journal, redact }: FleetOptions) {
  return async function update(
    taskId: string,
    move: moves.Move,
    { fence, also }: { fence?: Fence | undefined; also?: (queries: Queries) => Promise<void> } = {},
  ): Promise<{ readonly task: FleetTask; readonly changed: boolean }> {
    await journal.flush();
    return database.transaction(async (queries) => {
      await fence?.(queries);
      const [row] = await queries.all("SELECT data FROM fleet_tasks WHERE task_id = ?", [taskId]);
      if (row === undefined) throw noTask(taskId);
      const before = JSON.parse(String(row.data));
      const next = move(readTask(before));
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

function noTask(taskId: string): AgentForgeError {
  return new AgentForgeError("not_found", `there is no task ${taskId}`, {
    hint: "Run `agentforge fleet status` to see running tasks and tasks set aside.",
  });
}
