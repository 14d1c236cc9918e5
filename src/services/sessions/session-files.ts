import { AgentForgeError } from "../../domain/errors.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { ExportContent, ExportProblem, Exports } from "../../domain/ports/exports.ts";
import { getContext, getSession, getSteps } from "./rows.ts";

export interface SessionFiles {
  writeSession(sessionId: string): Promise<void>;
  writeContext(sessionId: string): Promise<void>;
  /** Adds step `seq` from the database; rewrites the history if the file is torn or outdated. */
  appendStep(sessionId: string, seq: number): Promise<void>;
  /** Compares all files of a session with the database and repairs what is missing, damaged or outdated. */
  repair(sessionId: string): Promise<ExportProblem[]>;
  /** The same, now or at the next opportunity. */
  refresh(sessionId: string): Promise<void>;
}

interface Stores {
  readonly database: Database;
  readonly exports: Exports;
}

/**
 * The files of a session, always written from the database while holding its lock, so that a slow process
 * cannot overwrite a newer state with an older one. If they cannot be written, the database still has
 * everything: they are written later instead of failing work that is already stored.
 */
export function createSessionFiles(stores: Stores): SessionFiles {
  const { database, exports } = stores;
  const late = new Map<string, () => Promise<void>>();

  async function attempt(path: string, write: () => Promise<void>): Promise<void> {
    late.delete(path);
    try {
      await write();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      late.set(path, write);
      return;
    }
    for (const [other, again] of [...late]) {
      await again().then(
        () => late.delete(other),
        () => undefined,
      );
    }
  }

  return {
    writeSession: (sessionId) =>
      attempt(sessionPath(sessionId), () =>
        database.transaction(async (queries) => {
          await exports.writeYaml(sessionPath(sessionId), await getSession(queries, sessionId));
        }),
      ),
    writeContext: (sessionId) =>
      attempt(contextPath(sessionId), () =>
        database.transaction(async (queries) => {
          await exports.writeYaml(contextPath(sessionId), await getContext(queries, sessionId));
        }),
      ),
    appendStep: (sessionId, seq) =>
      attempt(historyPath(sessionId), async () => {
        const whole = await database.transaction(async (queries) => {
          const [step] = await getSteps(queries, sessionId, seq);
          return append(exports, historyPath(sessionId), step, seq);
        });
        if (!whole) await rewriteHistory(stores, sessionId);
      }),
    repair: (sessionId) => repair(stores, sessionId),
    refresh: (sessionId) =>
      attempt(`sessions/${sessionId}`, async () => {
        await repair(stores, sessionId);
      }),
  };
}

const sessionPath = (sessionId: string) => `sessions/${sessionId}/session.yaml`;
const contextPath = (sessionId: string) => `sessions/${sessionId}/execution_context.yaml`;
export const historyPath = (sessionId: string) => `sessions/${sessionId}/step_history.yaml`;

async function append(exports: Exports, path: string, step: unknown, seq: number): Promise<boolean> {
  try {
    await exports.appendYaml(path, step, seq);
    return true;
  } catch (error) {
    if (error instanceof AgentForgeError && error.code === "state_damaged") return false;
    throw error;
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof AgentForgeError && ["disk_full", "read_only", "busy"].includes(error.code);
}

async function rewriteHistory({ database, exports }: Stores, sessionId: string): Promise<void> {
  await database.transaction(async (queries) => {
    const steps = await getSteps(queries, sessionId);
    if (steps.length === 0) return exports.remove(historyPath(sessionId));
    await exports.replaceAppended(historyPath(sessionId), steps);
  });
}

function repair({ database, exports }: Stores, sessionId: string): Promise<ExportProblem[]> {
  return database.transaction(async (queries) => {
    const context = await getContext(queries, sessionId);
    const steps = await getSteps(queries, sessionId);
    const files: (readonly [string, ExportContent])[] = [
      [sessionPath(sessionId), { yaml: await getSession(queries, sessionId) }],
      ...(context === null ? [] : [[contextPath(sessionId), { yaml: context }] as const]),
      ...(steps.length === 0 ? [] : [[historyPath(sessionId), { documents: steps }] as const]),
    ];
    const findings: ExportProblem[] = [];
    for (const [path, content] of files) {
      const finding = await exports.reconcile(path, content);
      if (finding !== null) findings.push(finding);
    }
    return findings;
  });
}
