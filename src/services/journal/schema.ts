/** `metadata` is JSON text; `hash` covers the exact text of every other column, `prev_hash` included. */
const tables = (json: string) => [
  `CREATE TABLE activity (
    id TEXT PRIMARY KEY,
    trace_id TEXT,
    actor TEXT NOT NULL,
    agent_id TEXT,
    action_type TEXT NOT NULL,
    entity_id TEXT,
    metadata ${json} NOT NULL,
    timestamp TEXT NOT NULL,
    seq BIGINT NOT NULL UNIQUE,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
  );
  CREATE INDEX activity_by_trace ON activity (trace_id, seq);
  CREATE INDEX activity_by_action ON activity (action_type, seq);
  CREATE INDEX activity_by_entity ON activity (entity_id, seq);`,
];

/** In PostgreSQL, `->>` works only on its JSON types, and only JSON (not JSONB) keeps the text as it was written. */
export const JOURNAL_MIGRATIONS = { sqlite: tables("TEXT"), postgres: tables("JSON") } as const;
