/** `delivered` 0: the task has not been delivered since it was queued. Forward-only, one entry per release. */
export const FLEET_MIGRATIONS = [
  `CREATE TABLE fleet_repositories (
    repository_id TEXT PRIMARY KEY,
    data TEXT NOT NULL
  );
  CREATE TABLE fleet_tasks (
    task_id TEXT PRIMARY KEY,
    repository_id TEXT NOT NULL,
    status TEXT NOT NULL,
    delivered INTEGER NOT NULL,
    outcome TEXT,
    created_at TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE INDEX fleet_tasks_by_status ON fleet_tasks (status, created_at);
  CREATE INDEX fleet_tasks_by_repository ON fleet_tasks (repository_id, created_at);
  CREATE INDEX fleet_tasks_undelivered ON fleet_tasks (created_at) WHERE delivered = 0 AND status = 'queued';
  CREATE TABLE fleet_reviews (
    review_id TEXT PRIMARY KEY,
    task_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE INDEX fleet_reviews_by_status ON fleet_reviews (status, created_at);
  CREATE TABLE fleet_workers (
    worker_id TEXT PRIMARY KEY,
    data TEXT NOT NULL
  );
  CREATE TABLE fleet_state (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );`,
] as const;
