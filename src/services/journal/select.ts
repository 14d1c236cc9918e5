import type { ActivityRecord } from "../../domain/entities/activity.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries, Row, SqlValue } from "../../domain/ports/database.ts";
import type { ActivityFilter } from "../../domain/ports/journal.ts";
import { type Entry, isWhole } from "./chain.ts";
import { toRecord } from "./entry.ts";

const COLUMNS =
  "id, trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, seq, prev_hash, hash";
const PAGE = 1000;

/** The newest matching records, newest last. */
export async function select(queries: Queries, filter: ActivityFilter): Promise<ActivityRecord[]> {
  const { where, values } = conditionsOf(
    filter,
    await seqOf(queries, filter.after),
    await seqOf(queries, filter.before),
  );
  const limit = filter.limit === undefined ? "" : "LIMIT ?";
  const rows = await queries.all(`SELECT ${COLUMNS} FROM activity ${where} ORDER BY seq DESC ${limit}`, [
    ...values,
    ...(filter.limit === undefined ? [] : [filter.limit]),
  ]);
  return rows.map(wholeRecord).reverse();
}

/** All that match, oldest first, a page at a time. */
export async function* selectPages(
  queries: Queries,
  filter: Omit<ActivityFilter, "limit">,
): AsyncGenerator<readonly ActivityRecord[]> {
  let after = (await seqOf(queries, filter.after)) ?? 0;
  const before = await seqOf(queries, filter.before);
  for (;;) {
    const { where, values } = conditionsOf(filter, after, before);
    const rows = await queries.all(
      `SELECT ${COLUMNS} FROM activity ${where} ORDER BY seq LIMIT ${PAGE}`,
      values,
    );
    if (rows.length > 0) yield rows.map(wholeRecord);
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.seq);
  }
}

function conditionsOf(
  filter: ActivityFilter,
  after: number | null,
  before: number | null,
): { where: string; values: SqlValue[] } {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  add("trace_id = ?", filter.traceId);
  add("actor = ?", filter.actor);
  if (typeof filter.actionType === "object") {
    conditions.push(`action_type IN (${filter.actionType.map(() => "?").join(", ")})`);
    values.push(...filter.actionType);
  } else add("action_type = ?", filter.actionType);
  add("entity_id = ?", filter.entityId);
  add("timestamp >= ?", filter.since === undefined ? undefined : timeOf(filter.since));
  add("timestamp <= ?", filter.until === undefined ? undefined : timeOf(filter.until));
  add("seq > ?", after ?? undefined);
  add("seq < ?", before ?? undefined);
  return { where: conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`, values };
}

async function seqOf(queries: Queries, id: string | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const [row] = await queries.all("SELECT seq FROM activity WHERE id = ?", [id]);
  if (row !== undefined) return Number(row.seq);
  throw new AgentForgeError("not_found", `the journal has no record ${id}`);
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.valueOf())) return time.toISOString();
  throw new AgentForgeError("bad_input", `"${text}" is not a valid time`, {
    hint: "Write it as 2026-01-31 or 2026-01-31T12:00:00Z.",
  });
}

function wholeRecord(row: Row): ActivityRecord {
  if (isWhole(row)) return toRecord(row as unknown as Entry);
  throw new AgentForgeError(
    "state_damaged",
    `row ${row.seq} of the journal has changed since it was written`,
    {
      hint: "Run `agentforge journal verify` to find the first bad row, and see docs/state.md.",
    },
  );
}
