export const REVIEWS_MIGRATIONS = [
  `CREATE TABLE reviews (
    review_id TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE INDEX reviews_by_status ON reviews (status, created_at);`,
  // Separate from the reviews, whose rows are large, so that lists need not read them.
  `CREATE TABLE review_summaries (
    review_id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    data TEXT NOT NULL
  );
  CREATE INDEX review_summaries_by_time ON review_summaries (created_at);
  CREATE INDEX review_summaries_by_status ON review_summaries (status, created_at);
  CREATE INDEX review_summaries_by_session ON review_summaries (session_id);`,
] as const;

export const ATTEMPTS_MIGRATIONS = [
  `CREATE TABLE fix_attempts (
    attempt_id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE INDEX fix_attempts_by_start ON fix_attempts (started_at);`,
] as const;

export const CERTIFICATES_MIGRATIONS = [
  `CREATE TABLE certificates (
    review_id TEXT PRIMARY KEY,
    attempt_id TEXT NOT NULL,
    result_commit TEXT,
    issued_at TEXT,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE INDEX certificates_by_commit ON certificates (result_commit);`,
] as const;

export const ESCALATIONS_MIGRATIONS = [
  `CREATE TABLE escalations (
    escalation_id TEXT PRIMARY KEY,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum TEXT NOT NULL
  );
  CREATE INDEX escalations_by_status ON escalations (status, created_at);`,
] as const;
