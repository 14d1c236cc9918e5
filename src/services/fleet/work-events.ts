import type { FleetRepository, FleetReview, FleetTask } from "../../domain/entities/fleet.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { WorkEvent } from "../../domain/rules/records/stats.ts";

type Asked = Pick<
  FleetReview,
  "review_id" | "task_id" | "repository_id" | "created_at" | "status" | "answered_by"
> & { readonly rule: string | null };

/** The rule of a change that has none recorded, by kind of task. */
const RULES: Readonly<Record<string, string>> = { tests: "failing tests", issue: "issues" };

/** We wrote these rows, so they are not validated again: a fleet has hundreds of thousands of tasks. */
export async function readWork(database: Database): Promise<readonly WorkEvent[]> {
  const tasks = (await database.all("SELECT data FROM fleet_tasks")).map(
    (row) => JSON.parse(String(row.data)) as FleetTask,
  );
  const reviews = await readAsked(database);
  const urls = new Map(
    (await database.all("SELECT data FROM fleet_repositories")).map((row) => {
      const { repository_id, url } = JSON.parse(String(row.data)) as FleetRepository;
      return [repository_id, url];
    }),
  );
  const byId = new Map(tasks.map((task) => [task.task_id, task]));
  const about: About = (repositoryId, task, rule) => ({
    repository: urls.get(repositoryId) ?? repositoryId,
    brain: task?.outcome?.brain ?? "none",
    rule: rule ?? (task === undefined ? "unknown" : (RULES[task.request.kind] ?? task.request.kind)),
  });
  return [
    ...tasks.flatMap((task) => runEvents(task, about(task.repository_id, task, null))),
    ...fixes(tasks, reviews, byId, about),
    ...[...reviews.values()].flatMap((review) => askedEvent(review, byId, about)),
    ...tasks.flatMap((task) => answerEvents(task, reviews, byId, about)),
  ];
}

type About = (
  repositoryId: string,
  task: FleetTask | undefined,
  rule: string | null,
) => Pick<WorkEvent, "repository" | "brain" | "rule">;

/** Omits the diffs, which are large. */
async function readAsked(database: Database): Promise<ReadonlyMap<string, Asked>> {
  const data = database.dialect === "postgres" ? "CAST(data AS JSON)" : "data";
  const rows = await database.all(
    `SELECT review_id, task_id, status, created_at, ${data} ->> 'repository_id' AS repository_id,
       ${data} ->> 'answered_by' AS answered_by, ${data} ->> 'rule' AS rule FROM fleet_reviews`,
  );
  return new Map(rows.map((row) => [String(row.review_id), row as unknown as Asked]));
}

function runEvents(
  { request, status, outcome, started_at, ended_at }: FleetTask,
  about: ReturnType<About>,
): WorkEvent[] {
  if (request.kind === "answer" || status !== "done" || outcome === null || ended_at === null) return [];
  const isProven = outcome.kind === "fixed" || outcome.kind === "asked";
  const seconds = isProven ? (Date.parse(ended_at) - Date.parse(started_at ?? ended_at)) / 1000 : null;
  const escalated = Array.from({ length: outcome.escalated ?? 0 }, () => ({
    ...{ ...about, kind: "escalated" as const, at: ended_at },
  }));
  const { tokens, usd } = outcome.cost ?? { tokens: 0, usd: 0 };
  return [
    { ...about, kind: "ran", at: ended_at, seconds },
    { ...about, kind: "spent", at: ended_at, tokens, usd },
    ...escalated,
  ];
}

/** Reviews that were closed without an answer were replaced by another change. */
function askedEvent(review: Asked, byId: ReadonlyMap<string, FleetTask>, about: About): WorkEvent[] {
  if (review.status === "closed" && review.answered_by === null) return [];
  const what = about(review.repository_id, byId.get(review.task_id), review.rule);
  return [{ ...what, kind: "asked", at: review.created_at }];
}

/**
 * Counts each pushed change once, although both the task that made it and the one that carried out the answer
 * name it.
 */
function fixes(
  tasks: readonly FleetTask[],
  reviews: ReadonlyMap<string, Asked>,
  byId: ReadonlyMap<string, FleetTask>,
  about: About,
): WorkEvent[] {
  const fixed = new Map<string, WorkEvent>();
  for (const task of tasks) {
    const at = task.ended_at ?? task.created_at;
    for (const { review_id } of task.outcome?.pushed ?? []) {
      const review = reviews.get(review_id);
      const what = about(
        task.repository_id,
        review === undefined ? task : byId.get(review.task_id),
        review?.rule ?? null,
      );
      fixed.set(review_id, { ...what, kind: "fixed", at });
    }
  }
  return [...fixed.values()];
}

/** Each answer is a task, so it was given when the task was created. */
function answerEvents(
  { request, created_at: at, repository_id }: FleetTask,
  reviews: ReadonlyMap<string, Asked>,
  byId: ReadonlyMap<string, FleetTask>,
  about: About,
): WorkEvent[] {
  if (request.kind !== "answer") return [];
  const review = reviews.get(request.review_id);
  const what = about(repository_id, review && byId.get(review.task_id), review?.rule ?? null);
  const answered: WorkEvent = {
    ...{ ...what, kind: "answered", at, by: request.by, askedAt: review?.created_at ?? at },
  };
  return request.answer === "reject" ? [answered, { ...what, kind: "rejected", at }] : [answered];
}
