import { FixAttempt } from "../../domain/entities/fix-attempt.ts";
import type { Database, Queries, Row } from "../../domain/ports/database.ts";
import type { ExportedFiles, Exports } from "../../domain/ports/exports.ts";
import type { Attempts } from "../../domain/ports/reviews.ts";
import { sealRow, unsealRow } from "../../domain/rules/records/sealed-row.ts";
import { checkId } from "./entity-id.ts";
import type { RepairableFiles } from "./open-reviews.ts";
import { createPublishedFiles } from "./published-files.ts";
import { ATTEMPTS_MIGRATIONS } from "./schema.ts";
import { sha256 } from "./sealed-records.ts";

export interface AttemptsOptions {
  readonly database: Database;
  readonly exports: Exports;
}

export interface OpenAttempts extends Attempts, RepairableFiles, ExportedFiles {}

export async function openAttempts({ database, exports }: AttemptsOptions): Promise<OpenAttempts> {
  await database.migrate("fix_attempts", ATTEMPTS_MIGRATIONS);
  const files = createPublishedFiles({
    database,
    exports,
    contents: async (queries, attemptId) => ({
      [attemptPath(attemptId)]: { yaml: await find(queries, attemptId) },
    }),
  });

  return {
    async save(given) {
      const attempt = FixAttempt.parse(given);
      checkId(attempt.attempt_id, "an attempt");
      const { data, checksum } = sealRow(attempt, sha256);
      await database.run(
        `INSERT INTO fix_attempts (attempt_id, started_at, data, checksum) VALUES (?, ?, ?, ?)
         ON CONFLICT (attempt_id) DO UPDATE SET started_at = excluded.started_at, data = excluded.data, checksum = excluded.checksum`,
        [attempt.attempt_id, attempt.started_at, data, checksum],
      );
      await files.publish(attempt.attempt_id);
    },
    get: (attemptId) => find(database, attemptId),
    exported: files.exported,
    async repairFiles() {
      const rows = await database.all("SELECT attempt_id FROM fix_attempts ORDER BY started_at");
      return files.repair(rows.map((row) => String(row.attempt_id)));
    },
    async list(limit = Number.MAX_SAFE_INTEGER) {
      const rows = await database.all(
        "SELECT attempt_id, data, checksum FROM fix_attempts ORDER BY started_at DESC, attempt_id DESC LIMIT ?",
        [limit],
      );
      return rows.map(read);
    },
  };
}

const attemptPath = (attemptId: string) => `fix_attempts/${attemptId}.yaml`;

async function find(queries: Queries, attemptId: string): Promise<FixAttempt | null> {
  const [row] = await queries.all(
    "SELECT attempt_id, data, checksum FROM fix_attempts WHERE attempt_id = ?",
    [attemptId],
  );
  return row === undefined ? null : read(row);
}

function read(row: Row): FixAttempt {
  return FixAttempt.parse(unsealRow(row, `attempt ${row.attempt_id}`, sha256));
}
