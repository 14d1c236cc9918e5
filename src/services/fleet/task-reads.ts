import { FleetTask, TaskOutcome, TaskRequest, TaskStatus } from "../../domain/entities/fleet.ts";
import type { Database, Row } from "../../domain/ports/database.ts";
import type { Fleet } from "../../domain/ports/fleet.ts";

type TaskReads = Pick<
  Fleet,
  "tasks" | "task" | "waiting" | "undelivered" | "markDelivered" | "counts" | "endedAmong"
>;

const MOST_LISTED = 1000;

export function createTaskReads(database: Database): TaskReads {
  return {
    async tasks({ status, repository, limit = MOST_LISTED }) {
      const rows = await database.all(
        `SELECT data FROM fleet_tasks WHERE (? = '' OR status = ?) AND (? = '' OR repository_id = ?)
         ORDER BY created_at DESC, task_id DESC LIMIT ${Math.trunc(limit)}`,
        [status ?? "", status ?? "", repository ?? "", repository ?? ""],
      );
      return rows.map(parseTask);
    },

    async task(taskId) {
      const [row] = await database.all("SELECT data FROM fleet_tasks WHERE task_id = ?", [taskId]);
      return row === undefined ? null : parseTask(row);
    },

    async waiting(limit) {
      const rows = await database.all(
        `SELECT data FROM fleet_tasks WHERE status IN ('queued', 'running') AND data LIKE '%"waits_for":"%'
         ORDER BY created_at LIMIT ${Math.trunc(limit)}`,
      );
      return rows.map(parseTask).filter(({ waits_for }) => waits_for !== null);
    },

    undelivered: (limit, after) => undelivered(database, limit, after),

    async markDelivered(taskIds) {
      if (taskIds.length === 0) return;
      const places = taskIds.map(() => "?").join(", ");
      await database.run(`UPDATE fleet_tasks SET delivered = 1 WHERE task_id IN (${places})`, taskIds);
    },

    counts: () => countTasks(database),

    async endedAmong(taskIds) {
      if (taskIds.length === 0) return [];
      const places = taskIds.map(() => "?").join(", ");
      const sql = `SELECT task_id FROM fleet_tasks WHERE task_id IN (${places})
        AND status IN ('done', 'set_aside', 'cancelled')`;
      return (await database.all(sql, taskIds)).map((row) => String(row.task_id));
    },
  };
}

async function undelivered(
  database: Database,
  limit: number,
  after: Parameters<Fleet["undelivered"]>[1],
): Promise<FleetTask[]> {
  const [at, id] = [after?.created_at ?? "", after?.task_id ?? ""];
  const rows = await database.all(
    `SELECT data FROM fleet_tasks WHERE delivered = 0 AND status = 'queued'
     AND (created_at > ? OR (created_at = ? AND task_id > ?))
     ORDER BY created_at, task_id LIMIT ${Math.trunc(limit)}`,
    [at, at, id],
  );
  return rows.map(parseTask);
}

async function countTasks(database: Database): ReturnType<Fleet["counts"]> {
  const rows = await database.all(
    "SELECT status, COUNT(*) AS tasks, MIN(created_at) AS oldest FROM fleet_tasks GROUP BY status",
  );
  const ends = await database.all(
    "SELECT outcome, COUNT(*) AS tasks FROM fleet_tasks WHERE outcome IS NOT NULL GROUP BY outcome",
  );
  const [reviews] = await database.all(
    "SELECT COUNT(*) AS pending FROM fleet_reviews WHERE status = 'pending'",
  );
  const row = (status: TaskStatus) => rows.find((each) => each.status === status);
  const count = (status: TaskStatus) => [status, Number(row(status)?.tasks ?? 0)] as const;
  const oldest = row("queued")?.oldest;
  return {
    byStatus: Object.fromEntries(TaskStatus.options.map(count)) as Record<TaskStatus, number>,
    byOutcome: Object.fromEntries(
      TaskOutcome.shape.kind.options.map((kind) => [
        kind,
        Number(ends.find((end) => end.outcome === kind)?.tasks ?? 0),
      ]),
    ) as Record<TaskOutcome["kind"], number>,
    oldestQueued: typeof oldest === "string" ? oldest : null,
    pendingReviews: Number(reviews?.pending ?? 0),
  };
}

export function parseTask(row: Row): FleetTask {
  return readTask(JSON.parse(String(row.data)));
}

/** A newer AgentForge may have enqueued an unknown kind of work; the rest of the task is known. */
export function readTask(stored: { readonly request?: unknown }): FleetTask {
  const { data: request = { kind: "unknown", name: nameIn(stored.request) } } = TaskRequest.safeParse(
    stored.request,
  );
  return FleetTask.parse({ ...stored, request });
}

function nameIn(request: unknown): string {
  const { kind } = (request ?? {}) as { readonly kind?: unknown };
  return typeof kind === "string" ? kind : "nameless";
}
