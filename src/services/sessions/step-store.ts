import type { Database, Queries } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import {
  addStep,
  countSteps,
  getContext,
  getSteps,
  getUnderWay,
  putContext,
  putUnderWay,
  requireSession,
} from "./rows.ts";
import { historyPath, type SessionFiles } from "./session-files.ts";

type StepStore = Pick<
  Sessions,
  | ("saveContext" | "loadContext")
  | ("appendStep" | "noteUnderWay" | "underWay" | "history" | "lastStep" | "clearHistory")
>;

/** What happens within a session: its context, and its steps in order. */
export function createStepStore({
  database,
  exports,
  files,
}: {
  readonly database: Database;
  readonly exports: Exports;
  readonly files: SessionFiles;
}): StepStore {
  return {
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
    history: (sessionId) => getSteps(database, sessionId),
    async lastStep(sessionId) {
      const seq = await countSteps(database, sessionId);
      return (await getSteps(database, sessionId, Math.max(1, seq))).at(-1) ?? null;
    },
    async clearHistory(sessionId) {
      await database.transaction((queries) => clearSteps(queries, sessionId));
      await exports.remove(historyPath(sessionId));
    },
  };
}

async function clearSteps(queries: Queries, sessionId: string): Promise<void> {
  await requireSession(queries, sessionId);
  await queries.run("DELETE FROM session_steps WHERE session_id = ?", [sessionId]);
  await queries.run("DELETE FROM session_under_way WHERE session_id = ?", [sessionId]);
}
