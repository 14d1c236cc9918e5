import { z } from "zod";
import { Certificate, Statement } from "../../domain/entities/certificate.ts";
import { Sha256 } from "../../domain/entities/common.ts";
import type { Database, Row } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";
import type { Certificates, PreparedCertificate } from "../../domain/ports/reviews.ts";
import { sealRow, unsealRow } from "../../domain/rules/records/sealed-row.ts";
import { checkId } from "./entity-id.ts";
import type { RepairableFiles } from "./open-reviews.ts";
import { createPublishedFiles } from "./published-files.ts";
import { CERTIFICATES_MIGRATIONS } from "./schema.ts";
import { sha256 } from "./sealed-records.ts";

export interface OpenCertificates extends Certificates, RepairableFiles {}

const Prepared = z.object({ digest: Sha256, statement: Statement });
const COLUMNS = "review_id, attempt_id, result_commit, data, checksum";

/**
 * Stored in the database; an issued certificate is also written next to its attempt as JSON with its own
 * digest.
 */
export async function openCertificates({
  database,
  exports,
}: {
  readonly database: Database;
  readonly exports: Exports;
}): Promise<OpenCertificates> {
  await database.migrate("certificates", CERTIFICATES_MIGRATIONS);
  const files = createPublishedFiles({
    database,
    exports,
    async contents(queries, reviewId) {
      const [row] = await queries.all(`SELECT ${COLUMNS} FROM certificates WHERE review_id = ?`, [reviewId]);
      if (row === undefined || row.result_commit === null) return {};
      return { [certificatePath(String(row.attempt_id))]: { text: certificateText(issued(row)) } };
    },
  });

  return {
    prepare: (given) => save(database, Prepared.parse(given), null),
    async prepared(reviewId) {
      const [row] = await database.all(`SELECT ${COLUMNS} FROM certificates WHERE review_id = ?`, [reviewId]);
      return row === undefined ? null : Prepared.parse(read(row));
    },
    async issue(given) {
      const certificate = Certificate.parse(given);
      await save(database, certificate, certificate);
      await files.publish(certificate.statement.review_id);
    },
    async get(id) {
      const [row] = await database.all(
        `SELECT ${COLUMNS} FROM certificates WHERE result_commit IS NOT NULL AND (result_commit = ? OR review_id = ?)`,
        [id, id],
      );
      return row === undefined ? null : issued(row);
    },
    async list() {
      const rows = await database.all(
        `SELECT ${COLUMNS} FROM certificates WHERE result_commit IS NOT NULL ORDER BY issued_at DESC, review_id DESC`,
      );
      return rows.map(issued);
    },
    async repairFiles() {
      const rows = await database.all("SELECT review_id FROM certificates WHERE result_commit IS NOT NULL");
      return files.repair(rows.map((row) => String(row.review_id)));
    },
  };
}

const certificatePath = (attemptId: string) => `fix_attempts/${attemptId}.certificate.json`;

function certificateText(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

function issued(row: Row): Certificate {
  return Certificate.parse(read(row));
}

function read(row: Row): unknown {
  return unsealRow(row, `the certificate of ${row.review_id}`, sha256);
}

async function save(
  database: Database,
  content: PreparedCertificate,
  certificate: Certificate | null,
): Promise<void> {
  const { review_id, attempt_id } = content.statement;
  checkId(attempt_id, "an attempt");
  const { data, checksum } = sealRow(certificate ?? content, sha256);
  await database.run(
    `INSERT INTO certificates (review_id, attempt_id, result_commit, issued_at, data, checksum) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (review_id) DO UPDATE SET result_commit = excluded.result_commit, issued_at = excluded.issued_at,
       data = excluded.data, checksum = excluded.checksum`,
    [
      review_id,
      attempt_id,
      certificate?.result_commit ?? null,
      certificate?.issued_at ?? null,
      data,
      checksum,
    ],
  );
}
