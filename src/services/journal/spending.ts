import type { Queries } from "../../domain/ports/database.ts";
import type { ModelSpending } from "../../domain/ports/journal.ts";
import { MODEL_COST_RECORDS } from "../../domain/rules/records/model-cost.ts";

const number = (field: string) => `CAST(metadata ->> '${field}' AS DOUBLE PRECISION)`;
const TOKENS = `COALESCE(${number("tokens")},
  COALESCE(${number("inputTokens")}, 0) + COALESCE(${number("outputTokens")}, 0))`;

const KINDS = MODEL_COST_RECORDS.map(() => "?").join(", ");

export async function selectSpending(queries: Queries, since = ""): Promise<readonly ModelSpending[]> {
  const rows = await queries.all(
    `SELECT trace_id, day, SUM(tokens) AS tokens, SUM(usd) AS usd,
       SUM(CASE WHEN usd IS NULL AND tokens > 0 THEN 1 ELSE 0 END) AS unpriced
     FROM (
       SELECT trace_id, substr(timestamp, 1, 10) AS day, ${TOKENS} AS tokens, ${number("cost_usd")} AS usd
       FROM activity WHERE action_type IN (${KINDS}) AND timestamp >= ?
     ) AS questions GROUP BY trace_id, day`,
    [...MODEL_COST_RECORDS, since],
  );
  return rows.map((row) => ({
    traceId: row.trace_id === null ? null : String(row.trace_id),
    day: String(row.day),
    tokens: Number(row.tokens ?? 0),
    usd: Number(row.unpriced) > 0 ? null : Number(row.usd ?? 0),
  }));
}
