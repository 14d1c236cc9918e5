export const SESSIONS_MIGRATIONS = [
  `CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    started_at TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE INDEX sessions_by_status ON sessions (status, started_at);
  CREATE INDEX sessions_by_start ON sessions (started_at);
  CREATE TABLE session_contexts (
    session_id TEXT PRIMARY KEY,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE TABLE session_steps (
    session_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL,
    PRIMARY KEY (session_id, seq)
  );`,
  `CREATE TABLE session_under_way (
    session_id TEXT PRIMARY KEY,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );`,
] as const;
