import type { TextEdit } from "../../domain/entities/patch.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { Row, SqlValue } from "../../domain/ports/database.ts";
import type { Identified, KnownViolation } from "./identity.ts";
import type { Range } from "./range.ts";
import { SEVERITIES } from "./rules.ts";

/** A violation as stored in the database, with the fields that identify it in later runs. */
export interface StoredViolation {
  readonly violation: Violation;
  readonly group: string;
  readonly occurrence: number;
  readonly surroundings: string;
  readonly detail: ViolationDetail;
}

/** Fields of a result beyond those of its violation. */
interface ViolationDetail {
  readonly range: Range | null;
  readonly why: string | null;
  readonly isFixable: boolean;
  /** Only for another tool's results: our own checks run again. */
  readonly edits?: readonly TextEdit[];
  readonly textHash?: string;
  readonly origin?: unknown;
}

export const TABLE = `CREATE TABLE IF NOT EXISTS violations (
  violation_id TEXT PRIMARY KEY, group_key TEXT NOT NULL, occurrence INTEGER NOT NULL, status TEXT NOT NULL,
  severity_rank INTEGER NOT NULL, contract_id TEXT NOT NULL, check_id TEXT NOT NULL, file_path TEXT NOT NULL,
  line INTEGER, surroundings TEXT NOT NULL, data TEXT NOT NULL, detail TEXT NOT NULL)`;

export const COLUMNS: readonly string[] = [
  "violation_id",
  "group_key",
  "occurrence",
  "status",
  "severity_rank",
  "contract_id",
  "check_id",
  "file_path",
  "line",
  "surroundings",
  "data",
  "detail",
];

export function toRow({
  violation,
  group,
  occurrence,
  surroundings,
  detail,
}: StoredViolation): readonly SqlValue[] {
  return [
    violation.violation_id,
    group,
    occurrence,
    violation.status,
    SEVERITIES.indexOf(violation.severity),
    violation.contract_id,
    violation.check_id,
    violation.file_path,
    violation.line,
    surroundings,
    JSON.stringify(violation),
    JSON.stringify(detail),
  ];
}

export function fromRow(row: Row): StoredViolation {
  return {
    violation: readViolation(row),
    group: String(row.group_key),
    occurrence: Number(row.occurrence),
    surroundings: String(row.surroundings),
    detail: readDetail(row),
  };
}

export function readDetail(row: Row): ViolationDetail {
  return JSON.parse(String(row.detail)) as ViolationDetail;
}

/** We wrote these rows, so they are not validated again. */
export function readViolation(row: Row): Violation {
  return JSON.parse(String(row.data)) as Violation;
}

export function toKnown({ violation, group, occurrence, surroundings }: StoredViolation): KnownViolation {
  const { violation_id, file_path, line, status } = violation;
  return { id: violation_id, group, occurrence, path: file_path, line, surroundings, status };
}

export function toStored(violation: Violation, { raw, group, occurrence }: Identified): StoredViolation {
  const { range, origin, edits, textHash, surroundings } = raw;
  const detail: ViolationDetail = {
    range,
    why: raw.rule.check.why ?? null,
    isFixable: edits !== undefined,
    ...(origin === undefined ? {} : { origin }),
    ...(origin === undefined || edits === undefined ? {} : { edits }),
    ...(textHash === undefined ? {} : { textHash }),
  };
  return { violation, group, occurrence, surroundings, detail };
}
