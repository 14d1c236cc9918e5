import { hash } from "node:crypto";
import {
  ExecutionContext,
  Session,
  type SessionStatus,
  StepResult,
  UnderWay,
} from "../../domain/entities/session.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries, Row } from "../../domain/ports/database.ts";
import type { SessionFilter } from "../../domain/ports/sessions.ts";
import { sealRow, unsealRow } from "../../domain/rules/records/sealed-row.ts";
import { noSession } from "../../domain/rules/runs/no-session.ts";

const sha256 = (text: string) => hash("sha256", text);

export async function putSession(queries: Queries, session: Session): Promise<void> {
  const { data, checksum } = sealRow(session, sha256);
  await queries.run(
    `INSERT INTO sessions (session_id, status, started_at, data, checksum) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET status = excluded.status, data = excluded.data, checksum = excluded.checksum`,
    [session.session_id, session.status, session.started_at, data, checksum],
  );
}

export async function getSession(queries: Queries, sessionId: string): Promise<Session | null> {
  const [row] = await queries.all("SELECT session_id, data, checksum FROM sessions WHERE session_id = ?", [
    sessionId,
  ]);
  return row === undefined ? null : readSession(row);
}

export async function requireSession(queries: Queries, sessionId: string): Promise<Session> {
  const session = await getSession(queries, sessionId);
  if (session !== null) return session;
  throw noSession(sessionId);
}

const SESSION_COLUMNS = "session_id, data, checksum";

/** The newest first. */
export async function listSessions(
  queries: Queries,
  { status, limit = Number.MAX_SAFE_INTEGER, offset = 0 }: SessionFilter,
): Promise<Session[]> {
  const rows = await queries.all(
    `SELECT ${SESSION_COLUMNS} FROM sessions ${status === undefined ? "" : "WHERE status = ?"}
     ORDER BY started_at DESC, session_id DESC LIMIT ? OFFSET ?`,
    [...(status === undefined ? [] : [status]), limit, offset],
  );
  return rows.map(readSession);
}

/** The oldest first. */
export async function runningSessions(queries: Queries): Promise<Session[]> {
  const rows = await queries.all(
    `SELECT ${SESSION_COLUMNS} FROM sessions WHERE status = 'running' ORDER BY started_at`,
  );
  return rows.map(readSession);
}

export async function countSessions(queries: Queries, status?: SessionStatus): Promise<number> {
  const [row] = await queries.all(
    `SELECT count(*) AS total FROM sessions ${status === undefined ? "" : "WHERE status = ?"}`,
    status === undefined ? [] : [status],
  );
  return Number(row?.total ?? 0);
}

function readSession(row: Row): Session {
  return Session.parse(unsealRow(row, `session ${row.session_id}`, sha256));
}

export async function putContext(queries: Queries, context: ExecutionContext): Promise<void> {
  const { data, checksum } = sealRow(context, sha256);
  await queries.run(
    `INSERT INTO session_contexts (session_id, data, checksum) VALUES (?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET data = excluded.data, checksum = excluded.checksum`,
    [context.session_id, data, checksum],
  );
}

export async function getContext(queries: Queries, sessionId: string): Promise<ExecutionContext | null> {
  const [row] = await queries.all("SELECT data, checksum FROM session_contexts WHERE session_id = ?", [
    sessionId,
  ]);
  if (row === undefined) return null;
  return ExecutionContext.parse(unsealRow(row, `the context of session ${sessionId}`, sha256));
}

export async function putUnderWay(queries: Queries, sessionId: string, underWay: UnderWay): Promise<void> {
  const { data, checksum } = sealRow(underWay, sha256);
  await queries.run(
    `INSERT INTO session_under_way (session_id, data, checksum) VALUES (?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET data = excluded.data, checksum = excluded.checksum`,
    [sessionId, data, checksum],
  );
}

export async function getUnderWay(queries: Queries, sessionId: string): Promise<UnderWay | null> {
  const [row] = await queries.all("SELECT data, checksum FROM session_under_way WHERE session_id = ?", [
    sessionId,
  ]);
  if (row === undefined) return null;
  return UnderWay.parse(unsealRow(row, `the running call of session ${sessionId}`, sha256));
}

/** Resolves to the step's number in its session, counted from 1. */
export async function addStep(queries: Queries, sessionId: string, step: StepResult): Promise<number> {
  const seq = (await countSteps(queries, sessionId)) + 1;
  const { data, checksum } = sealRow(step, sha256);
  await queries.run("INSERT INTO session_steps (session_id, seq, data, checksum) VALUES (?, ?, ?, ?)", [
    sessionId,
    seq,
    data,
    checksum,
  ]);
  return seq;
}

/** The number of the last step. Steps are numbered without gaps, so it is also their count. */
export async function countSteps(queries: Queries, sessionId: string): Promise<number> {
  const [row] = await queries.all(
    "SELECT seq FROM session_steps WHERE session_id = ? ORDER BY seq DESC LIMIT 1",
    [sessionId],
  );
  return Number(row?.seq ?? 0);
}

/** Steps from a given number on; a missing step between two others is damage. */
export async function getSteps(queries: Queries, sessionId: string, from = 1): Promise<StepResult[]> {
  const rows = await queries.all(
    "SELECT seq, data, checksum FROM session_steps WHERE session_id = ? AND seq >= ? ORDER BY seq",
    [sessionId, from],
  );
  return rows.map((row, index) => {
    const name = `step ${from + index} of session ${sessionId}`;
    if (Number(row.seq) !== from + index) {
      throw new AgentForgeError("state_damaged", `the record of ${name} is missing from journal.db`, {
        hint: "See docs/state.md, 'When the database is damaged'.",
      });
    }
    return StepResult.parse(unsealRow(row, name, sha256));
  });
}
