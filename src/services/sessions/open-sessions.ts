import type { Session } from "../../domain/entities/session.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { ExportedFiles, ExportProblem, Exports } from "../../domain/ports/exports.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import {
  addStep,
  countSteps,
  getContext,
  getSession,
  getSteps,
  getUnderWay,
  putContext,
  putSession,
  putUnderWay,
  readSession,
  requireSession,
} from "./rows.ts";
import { SESSIONS_MIGRATIONS } from "./schema.ts";
import { createSessionFiles, historyPath } from "./session-files.ts";

export interface SessionsOptions {
  readonly database: Database;
  readonly exports: Exports;
  readonly now: () => string;
}

const SESSION_ID = /^[0-9A-Za-z](?:[0-9A-Za-z_-]|\.(?!\.)){0,127}$/;

export interface OpenSessions extends Sessions, ExportedFiles {
  /** Compares the files of every session with the database; see ExportFinding for what it repairs. */
  repairFiles(): Promise<readonly ExportProblem[]>;
}

export async function openSessions({ database, exports, now }: SessionsOptions): Promise<OpenSessions> {
  await database.migrate("sessions", SESSIONS_MIGRATIONS);
  const files = createSessionFiles(database, exports);

  return {
    async begin(session) {
      checkId(session.session_id);
      await database.transaction(async (queries) => {
        if ((await getSession(queries, session.session_id)) !== null) {
          throw new AgentForgeError("conflict", `session ${session.session_id} already exists`);
        }
        await putSession(queries, session);
      });
      await files.writeSession(session.session_id);
    },
    async end(sessionId, status, outcome) {
      await database.transaction(async (queries) => {
        const session = await requireSession(queries, sessionId);
        await putSession(queries, { ...session, status, outcome, ended_at: now() });
      });
      await files.writeSession(sessionId);
    },
    get: (sessionId) => getSession(database, sessionId),
    async list(filter = {}) {
      const where = filter.status === undefined ? "" : "WHERE status = ?";
      const rows = await database.all(
        `SELECT session_id, data, checksum FROM sessions ${where} ORDER BY started_at DESC, session_id DESC LIMIT ? OFFSET ?`,
        [
          ...(filter.status === undefined ? [] : [filter.status]),
          filter.limit ?? Number.MAX_SAFE_INTEGER,
          filter.offset ?? 0,
        ],
      );
      return rows.map(readSession);
    },
    async count(status) {
      const where = status === undefined ? "" : "WHERE status = ?";
      const [row] = await database.all(
        `SELECT count(*) AS total FROM sessions ${where}`,
        status === undefined ? [] : [status],
      );
      return Number(row?.total ?? 0);
    },
    async saveContext(context) {
      await database.transaction(async (queries) => {
        await requireSession(queries, context.session_id);
        await putContext(queries, context);
      });
      await files.writeContext(context.session_id);
    },
    loadContext: (sessionId) => getContext(database, sessionId),
    async appendStep(sessionId, step, context) {
      const seq = await database.transaction(async (queries) => {
        await requireSession(queries, sessionId);
        if (context) await putContext(queries, context);
        await queries.run("DELETE FROM session_under_way WHERE session_id = ?", [sessionId]);
        return addStep(queries, sessionId, step);
      });
      await files.appendStep(sessionId, seq);
      if (context) await files.writeContext(sessionId);
    },
    async noteUnderWay(sessionId, underWay) {
      await database.transaction(async (queries) => {
        await requireSession(queries, sessionId);
        await putUnderWay(queries, sessionId, underWay);
      });
    },
    underWay: (sessionId) => getUnderWay(database, sessionId),
    async takeOver(sessionId, owner) {
      const session = await database.transaction(async (queries) => {
        const found = await requireSession(queries, sessionId);
        if (found.status !== "interrupted") {
          throw new AgentForgeError("conflict", `Session ${sessionId} is ${found.status}, not interrupted.`);
        }
        const running: Session = { ...found, status: "running", owner, ended_at: null, outcome: null };
        await putSession(queries, running);
        return running;
      });
      await files.writeSession(sessionId);
      return session;
    },
    history: (sessionId) => getSteps(database, sessionId),
    async lastStep(sessionId) {
      const seq = await countSteps(database, sessionId);
      return (await getSteps(database, sessionId, Math.max(1, seq))).at(-1) ?? null;
    },
    async clearHistory(sessionId) {
      await database.transaction(async (queries) => {
        await requireSession(queries, sessionId);
        await queries.run("DELETE FROM session_steps WHERE session_id = ?", [sessionId]);
        await queries.run("DELETE FROM session_under_way WHERE session_id = ?", [sessionId]);
      });
      await exports.remove(historyPath(sessionId));
    },
    async exported(path) {
      const [, id = "", name] = /^sessions\/([^/]+)\/(session|execution_context)\.yaml$/.exec(path) ?? [];
      return name === "session" ? getSession(database, id) : getContext(database, id);
    },
    async repairFiles() {
      const rows = await database.all("SELECT session_id FROM sessions ORDER BY started_at");
      const findings: ExportProblem[] = [];
      for (const row of rows) findings.push(...(await files.repair(String(row.session_id))));
      return findings;
    },
    async reapInterrupted(isAlive) {
      const rows = await database.all(
        "SELECT session_id, data, checksum FROM sessions WHERE status = 'running' ORDER BY started_at",
      );
      const reaped: Session[] = [];
      for (const session of rows.map(readSession)) {
        if (await isAlive(session.owner)) continue;
        const interrupted = await interrupt(database, session, now());
        if (interrupted === null) continue;
        await files.refresh(session.session_id);
        reaped.push(interrupted);
      }
      return reaped;
    },
  };
}

/** Null if it has ended in the meantime. */
function interrupt(database: Database, { session_id }: Session, at: string): Promise<Session | null> {
  return database.transaction(async (queries) => {
    const current = await getSession(queries, session_id);
    if (current?.status !== "running") return null;
    const outcome = "its process exited before it finished";
    const interrupted: Session = { ...current, status: "interrupted", ended_at: at, outcome };
    await putSession(queries, interrupted);
    return interrupted;
  });
}

/** A session id names a folder, so it must not lead elsewhere. */
function checkId(sessionId: string): void {
  if (SESSION_ID.test(sessionId)) return;
  throw new AgentForgeError("bad_input", `"${sessionId}" cannot be a session id.`, {
    hint: "Use letters, digits, dots, dashes and underscores.",
  });
}
