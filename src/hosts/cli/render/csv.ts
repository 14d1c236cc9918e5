import type { ActivityRecord } from "../../../domain/entities/activity.ts";

const COLUMNS = [
  "id",
  "trace_id",
  "actor",
  "agent_id",
  "action_type",
  "entity_id",
  "metadata",
  "timestamp",
] as const;

export const CSV_HEAD = COLUMNS.join(",");

/** One record as RFC 4180 defines it; `metadata` is JSON. */
export function csvLine(record: ActivityRecord): string {
  return COLUMNS.map((name) =>
    cell(name === "metadata" ? JSON.stringify(record.metadata) : record[name]),
  ).join(",");
}

/** A spreadsheet would run text that starts like a formula. */
function cell(value: string | null): string {
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
