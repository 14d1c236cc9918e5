export const PLANS_MIGRATIONS = [
  `CREATE TABLE plans (
    request_id TEXT PRIMARY KEY,
    trace_id TEXT NOT NULL UNIQUE,
    stage TEXT NOT NULL,
    version INTEGER NOT NULL,
    exposed INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE INDEX plans_by_stage ON plans (stage, created_at);
  CREATE INDEX plans_by_exposed ON plans (exposed);`,
] as const;
