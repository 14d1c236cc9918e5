import type { Database } from "../../domain/ports/database.ts";
import type { ExportProblem, Exports } from "../../domain/ports/exports.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import {
  openAttempts,
  openCertificates,
  openEscalations,
  openReviews,
} from "../../services/reviews/index.ts";
import { openSessions } from "../../services/sessions/index.ts";
import { redactedPort } from "../redaction/ports.ts";
import { type FindOriginal, redactedStore } from "../redaction/stored-changes.ts";

export interface RecordsOptions {
  readonly database: Database;
  readonly exports: Exports;
  readonly journal: Journal;
  readonly now: () => string;
  readonly redactor: Redactor;
  readonly findOriginal: FindOriginal;
}

/** All records of the work: in the database, and as files for people. */
export async function openRecords(options: RecordsOptions) {
  const { database, exports, journal, now, redactor, findOriginal } = options;
  const records = {
    sessions: redactedPort(await openSessions({ database, exports, now }), redactor),
    reviews: redactedStore(await openReviews({ database, exports, journal, now }), redactor, findOriginal),
    attempts: redactedPort(await openAttempts({ database, exports }), redactor),
    // Its digest is computed before it is stored, so `certify` redacts the statement first.
    certificates: await openCertificates({ database, exports }),
    escalations: redactedPort(await openEscalations({ database, exports, journal, now }), redactor),
  };
  async function repairFiles(): Promise<readonly ExportProblem[]> {
    return (await Promise.all(Object.values(records).map((store) => store.repairFiles()))).flat();
  }
  return { records, repairFiles };
}

export type Records = Awaited<ReturnType<typeof openRecords>>["records"];

/** Records whose files a person may edit and adopt. A certificate is never edited. */
export function editable({ sessions, reviews, attempts, escalations }: Records) {
  return [sessions, reviews, attempts, escalations];
}
