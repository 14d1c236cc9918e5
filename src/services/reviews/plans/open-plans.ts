import { PlanRecord } from "../../../domain/entities/plan-record.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Database, Queries, Row } from "../../../domain/ports/database.ts";
import type { Journal } from "../../../domain/ports/journal.ts";
import type { PlanChange, PlanStore, StoredPlan } from "../../../domain/ports/plans.ts";
import { sealRow, unsealRow } from "../../../domain/rules/records/sealed-row.ts";
import { checkId } from "../entity-id.ts";
import { sha256 } from "../sealed-records.ts";
import { PLANS_MIGRATIONS } from "./schema.ts";

const COLUMNS = "request_id, version, exposed, data, checksum";

export interface PlansOptions {
  readonly database: Database;
  readonly journal: Journal;
  /** The working copy that asks; null if the database belongs to it alone. */
  readonly home: string | null;
}

export async function openPlans(options: PlansOptions): Promise<PlanStore> {
  const { database, home } = options;
  await database.migrate("plans", PLANS_MIGRATIONS);

  return {
    ...createPlanReads(options),
    create(change) {
      const given = PlanRecord.parse({ ...change.record, home });
      checkId(given.request_id, "a request");
      return recordChange(options, change, async (queries) => {
        const { data, checksum } = sealRow(given, sha256);
        const { changes } = await queries.run(
          `INSERT INTO plans (request_id, trace_id, stage, version, exposed, created_at, data, checksum)
           VALUES (?, ?, ?, 1, 0, ?, ?, ?) ON CONFLICT DO NOTHING`,
          [given.request_id, given.trace_id, given.stage, given.created_at, data, checksum],
        );
        return changes === 1 ? { record: given, version: 1, exposed: false, here: true } : null;
      });
    },
    change(from, change) {
      const given = PlanRecord.parse(change.record);
      if (given.request_id !== from.record.request_id) throw mixedUp(from.record.request_id);
      return recordChange(options, change, async (queries) => {
        const { data, checksum } = sealRow(given, sha256);
        const { changes } = await queries.run(
          `UPDATE plans SET stage = ?, version = version + 1, exposed = 0, data = ?, checksum = ?
           WHERE request_id = ? AND version = ?`,
          [given.stage, data, checksum, given.request_id, from.version],
        );
        return changes === 1 ? { ...from, record: given, version: from.version + 1, exposed: false } : null;
      });
    },
    async markExposed({ record, version }) {
      await database.run("UPDATE plans SET exposed = 1 WHERE request_id = ? AND version = ?", [
        record.request_id,
        version,
      ]);
    },
  };
}

function mixedUp(requestId: string): AgentForgeError {
  return new AgentForgeError("conflict", `the change does not belong to request ${requestId}`);
}

/** Every way to look plans up. */
function createPlanReads({
  database,
  home,
}: PlansOptions): Pick<PlanStore, "get" | "byTrace" | "list" | "names" | "unexposed"> {
  const read = (row: Row): StoredPlan => {
    const record = PlanRecord.parse(unsealRow(row, `request ${row.request_id}`, sha256));
    const here = record.home === null || home === null || record.home === home;
    return { record, version: Number(row.version), exposed: Number(row.exposed) === 1, here };
  };
  const find = async (column: string, value: string): Promise<StoredPlan | null> => {
    const [row] = await database.all(`SELECT ${COLUMNS} FROM plans WHERE ${column} = ?`, [value]);
    return row === undefined ? null : read(row);
  };
  return {
    get: (requestId) => find("request_id", requestId),
    byTrace: (traceId) => find("trace_id", traceId),
    async list(stages) {
      const where = stages === undefined ? "" : `WHERE stage IN (${stages.map(() => "?").join(", ")})`;
      const rows = await database.all(
        `SELECT ${COLUMNS} FROM plans ${where} ORDER BY created_at, request_id`,
        stages ?? [],
      );
      return rows.map(read);
    },
    async names(stages) {
      const marks = stages.map(() => "?").join(", ");
      const rows = await database.all(`SELECT request_id FROM plans WHERE stage IN (${marks})`, stages);
      return rows.map((row) => String(row.request_id));
    },
    async unexposed() {
      return (await database.all(`SELECT ${COLUMNS} FROM plans WHERE exposed = 0`)).map(read);
    },
  };
}

/**
 * The row and its journal entries become durable together; null if the row was not in the expected state.
 */
async function recordChange(
  { database, journal }: PlansOptions,
  { activities, fence }: PlanChange,
  write: (queries: Queries) => Promise<StoredPlan | null>,
): Promise<StoredPlan | null> {
  await journal.flush();
  return database.transaction(async (queries) => {
    await fence?.(queries);
    const stored = await write(queries);
    if (stored === null) return null;
    for (const activity of activities) await journal.commit(activity, queries);
    return stored;
  });
}
