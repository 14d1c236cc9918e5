import type { Database } from "../domain/ports/database.ts";
import type { ExportFinding, Exports } from "../domain/ports/exports.ts";
import type { Journal } from "../domain/ports/journal.ts";
import { openAttempts, openCertificates, openEscalations, openReviews } from "../services/reviews/index.ts";
import { openSessions } from "../services/sessions/index.ts";

export interface RecordsOptions {
  readonly database: Database;
  readonly exports: Exports;
  readonly journal: Journal;
  readonly now: () => string;
}

/** Everything that is kept of the work: in the database, and as files for people. */
export async function openRecords({ database, exports, journal, now }: RecordsOptions) {
  const records = {
    sessions: await openSessions({ database, exports, now }),
    reviews: await openReviews({ database, exports, journal, now }),
    attempts: await openAttempts({ database, exports }),
    certificates: await openCertificates({ database, exports }),
    escalations: await openEscalations({ database, exports, journal, now }),
  };
  async function repairFiles(): Promise<readonly ExportFinding[]> {
    return (await Promise.all(Object.values(records).map((store) => store.repairFiles()))).flat();
  }
  return { records, repairFiles };
}

export type Records = Awaited<ReturnType<typeof openRecords>>["records"];

/** Those whose files a person may change and hand back. A certificate is a statement: it is never edited. */
export function editable({ sessions, reviews, attempts, escalations }: Records) {
  return [sessions, reviews, attempts, escalations];
}
