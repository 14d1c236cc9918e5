import { type App, type AppOptions, openApp } from "../app.ts";

export interface StateReport {
  /** Null where every page of the database fits. */
  readonly database: string | null;
  readonly journal: Awaited<ReturnType<App["verifyJournal"]>>;
  /** Files that were not as the database has them, and what was done. */
  readonly files: readonly { readonly path: string; readonly found: string }[];
  readonly recovered: readonly string[];
}

/** Reads everything AgentForge keeps about a repository, and puts right what may be put right. */
export async function checkState(options: AppOptions): Promise<StateReport> {
  const app = await openApp(options);
  try {
    const database = await app.checkDatabase();
    return {
      database,
      journal: await app.verifyJournal(),
      files: await app.repairFiles(),
      recovered: app.recovered,
    };
  } finally {
    await app.close();
  }
}
