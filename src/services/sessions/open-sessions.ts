import type { Session } from "../../domain/entities/session.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries } from "../../domain/ports/database.ts";
import type { ExportedFiles, ExportProblem, Exports } from "../../domain/ports/exports.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import {
  countSessions,
  getContext,
  getSession,
  listSessions,
  putSession,
  requireSession,
  runningSessions,
} from "./rows.ts";
import { SESSIONS_MIGRATIONS } from "./schema.ts";
import { createSessionFiles, type SessionFiles } from "./session-files.ts";
import { createStepStore } from "./step-store.ts";

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
  const files = createSessionFiles({ database, exports });

  return {
    ...createStepStore({ database, exports, files }),
    async begin(session) {
      checkId(session.session_id);
      await database.transaction((queries) => insert(queries, session));
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
    list: (filter = {}) => listSessions(database, filter),
    count: (status) => countSessions(database, status),
    async takeOver(sessionId, owner) {
      const session = await database.transaction((queries) => continueSession(queries, sessionId, owner));
      await files.writeSession(sessionId);
      return session;
    },
    async exported(path) {
      const [, id = "", name] = /^sessions\/([^/]+)\/(session|execution_context)\.yaml$/.exec(path) ?? [];
      return name === "session" ? getSession(database, id) : getContext(database, id);
    },
    repairFiles: () => repairFiles(database, files),
    async reapInterrupted(isAlive) {
      const reaped: Session[] = [];
      for (const session of await runningSessions(database)) {
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

async function insert(queries: Queries, session: Session): Promise<void> {
  if ((await getSession(queries, session.session_id)) !== null) {
    throw new AgentForgeError("conflict", `session ${session.session_id} already exists`);
  }
  await putSession(queries, session);
}

async function continueSession(queries: Queries, sessionId: string, owner: string): Promise<Session> {
  const found = await requireSession(queries, sessionId);
  if (found.status !== "interrupted") {
    throw new AgentForgeError("conflict", `session ${sessionId} is ${found.status}, not interrupted`);
  }
  const running: Session = { ...found, status: "running", owner, ended_at: null, outcome: null };
  await putSession(queries, running);
  return running;
}

async function repairFiles(database: Database, files: SessionFiles): Promise<readonly ExportProblem[]> {
  const rows = await database.all("SELECT session_id FROM sessions ORDER BY started_at");
  const findings: ExportProblem[] = [];
  for (const row of rows) findings.push(...(await files.repair(String(row.session_id))));
  return findings;
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
  throw new AgentForgeError("bad_input", `"${sessionId}" cannot be a session id`, {
    hint: "Use letters, digits, dots, dashes and underscores.",
  });
}
