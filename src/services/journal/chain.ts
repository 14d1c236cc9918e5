import { hash } from "node:crypto";
import type { Queries, Row, SqlValue } from "../../domain/ports/database.ts";
import type { ChainVerdict, Head } from "../../domain/ports/journal.ts";

/** A row as it will be written, before it has its place in the chain. */
export interface Entry {
  readonly id: string;
  readonly trace_id: string | null;
  readonly actor: string;
  readonly agent_id: string | null;
  readonly action_type: string;
  readonly entity_id: string | null;
  readonly metadata: string;
  readonly timestamp: string;
}

export const GENESIS = "0".repeat(64);
const PAGE = 2000;
const ROWS_PER_STATEMENT = 50;
const COLUMNS = [
  ...(["id", "trace_id", "actor", "agent_id"] as const),
  ...(["action_type", "entity_id", "metadata", "timestamp"] as const),
];
const MARKS = `(${COLUMNS.map(() => "?").join(", ")}, ?, ?, ?)`;

export function linkHash(entry: Entry, seq: number, previous: string): string {
  const line = JSON.stringify([
    seq,
    previous,
    entry.id,
    entry.trace_id,
    entry.actor,
    entry.agent_id,
    entry.action_type,
    entry.entity_id,
    entry.metadata,
    entry.timestamp,
  ]);
  return hash("sha256", line);
}

export async function readHead(queries: Queries): Promise<Head | null> {
  const [row] = await queries.all("SELECT seq, hash FROM activity ORDER BY seq DESC LIMIT 1");
  return row === undefined ? null : { seq: Number(row.seq), hash: String(row.hash) };
}

function insertOf(rows: number): string {
  return `INSERT INTO activity (${COLUMNS.join(", ")}, seq, prev_hash, hash) VALUES ${Array(rows).fill(MARKS).join(", ")}`;
}

/**
 * Writes entries after the last row. Must run inside a write transaction, so that processes append one after
 * another.
 */
export async function appendEntries(
  queries: Queries,
  entries: readonly Entry[],
): Promise<{ readonly before: number; readonly head: Head }> {
  const head = await readHead(queries);
  let seq = head?.seq ?? 0;
  let previous = head?.hash ?? GENESIS;
  for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
    const batch = entries.slice(start, start + ROWS_PER_STATEMENT);
    const values: SqlValue[] = [];
    for (const entry of batch) {
      seq += 1;
      const hash = linkHash(entry, seq, previous);
      for (const name of COLUMNS) values.push(entry[name]);
      values.push(seq, previous, hash);
      previous = hash;
    }
    await queries.run(insertOf(batch.length), values);
  }
  return { before: head?.seq ?? 0, head: { seq, hash: previous } };
}

/**
 * Walks the journal from its first row and names the first row that was altered. The chain alone cannot
 * detect that its end was cut off or that all of it was rewritten: `knownHeads`, stored elsewhere, can.
 */
export async function verifyChain(queries: Queries, knownHeads: readonly Head[] = []): Promise<ChainVerdict> {
  const known = new Map(knownHeads.map((head) => [head.seq, head.hash]));
  let head: Head | null = null;
  for (;;) {
    const after: number = head?.seq ?? 0;
    const rows = await queries.all(
      `SELECT id, trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, seq, prev_hash, hash
       FROM activity WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
      [after],
    );
    for (const row of rows) {
      const expected: Head = { seq: (head?.seq ?? 0) + 1, hash: head?.hash ?? GENESIS };
      const why = fault(row, expected.seq, expected.hash, known);
      if (why !== null) return { status: "broken", seq: expected.seq, id: String(row.id), why };
      head = { seq: expected.seq, hash: String(row.hash) };
    }
    if (rows.length < PAGE) break;
  }
  const [count] = await queries.all("SELECT count(*) AS records FROM activity");
  const records = Number(count?.records ?? 0);
  if (records !== (head?.seq ?? 0)) {
    return { status: "broken", seq: 0, id: null, why: "there are rows before the first row of the chain" };
  }
  const missing = knownHeads.find((one) => one.seq > records);
  if (missing === undefined) return { status: "ok", records, head };
  const why = `the journal ends at ${records}, but row ${missing.seq} was seen before: its end was cut off`;
  return { status: "broken", seq: records + 1, id: null, why };
}

/** Whether a row is unaltered, without checking the rest of the chain. */
export function isWhole(row: Row): boolean {
  return isLinked(row, Number(row.seq), String(row.prev_hash));
}

/** A column whose name is damaged in the schema is not in the row: that is not a null value. */
function isLinked(row: Row, seq: number, previous: string): boolean {
  if (COLUMNS.some((name) => row[name] === undefined)) return false;
  return row.hash === linkHash(row as unknown as Entry, seq, previous);
}

function fault(row: Row, seq: number, previous: string, known: ReadonlyMap<number, string>): string | null {
  if (Number(row.seq) !== seq) return `row ${seq} is missing`;
  if (row.prev_hash !== previous) return "it is not linked to the row before it";
  if (!isLinked(row, seq, previous)) return "its content was altered";
  const seen = known.get(seq);
  return seen === undefined || seen === row.hash ? null : "it differs from the row seen before";
}
