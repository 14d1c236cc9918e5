/** Milliseconds since 1970 on the database's own clock, so that no worker's clock matters. */
export const CLOCKS = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
} as const;

/** `expires_at` 0: not claimed. A time in the past: the holder died or stalled. */
export const QUEUE_MIGRATIONS = [
  `CREATE TABLE work (
    work_key TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    token INTEGER NOT NULL,
    expires_at BIGINT NOT NULL,
    failures INTEGER NOT NULL,
    not_before BIGINT NOT NULL,
    why TEXT
  );`,
] as const;
