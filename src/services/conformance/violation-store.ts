import type { Severity } from "../../domain/entities/common.ts";
import { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, SqlValue } from "../../domain/ports/database.ts";
import { compileFilter } from "../../domain/rules/paths/glob.ts";
import type { Compared } from "./compare-run.ts";
import { type Identified, identify } from "./identity.ts";
import {
  forgetLastRun,
  LAST_RUN_TABLE,
  type RepeatedRun,
  rememberComparison,
  rememberRun,
  repeatRun,
} from "./last-run.ts";
import type { Suppression } from "./life-cycle.ts";
import { type RecordReport, recordRun } from "./record-run.ts";
import { SEVERITIES } from "./rules.ts";
import type { CheckOutcome, CheckRequest } from "./run-checks.ts";
import {
  COLUMNS,
  fromRow,
  readViolation,
  type StoredViolation,
  TABLE,
  toKnown,
  toRow,
} from "./violation-rows.ts";

export interface ViolationFilter {
  /** Default: open and reopened. */
  readonly status?: readonly Violation["status"][];
  /** The minimum severity. */
  readonly severity?: Severity;
  readonly contract?: string;
  readonly check?: string;
  /** Globs. */
  readonly paths?: readonly string[];
  /** Part of the message, the path or the check's id. */
  readonly text?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface ViolationPage {
  /** Most severe first, then by path and line. */
  readonly violations: readonly Violation[];
  readonly total: number;
}

export interface TrendPoint {
  readonly at: string;
  readonly open: Readonly<Record<Severity, number>>;
  readonly opened: number;
  readonly resolved: number;
}

const SCHEMA = [
  TABLE,
  LAST_RUN_TABLE,
  "CREATE INDEX IF NOT EXISTS violations_by_rank ON violations (status, severity_rank, file_path, line)",
  "CREATE INDEX IF NOT EXISTS violations_by_check ON violations (check_id, status)",
  `CREATE TABLE IF NOT EXISTS conformance_runs (
     run_number INTEGER NOT NULL, run_at TEXT NOT NULL, open_counts TEXT NOT NULL, opened INTEGER NOT NULL, resolved INTEGER NOT NULL)`,
];
const SELECT = `SELECT ${COLUMNS.join(", ")} FROM violations`;
const ORDER = "ORDER BY severity_rank, file_path, line, violation_id";
const ROWS_PER_STATEMENT = 500;
const DEFAULT_LIMIT = 100;
const ALL: readonly Violation["status"][] = ["open", "reopened", "resolved", "suppressed"];

/** The recorded violations of one repository. */
export class ViolationStore {
  readonly #database: Database;
  readonly #ready: Promise<void>;

  constructor(database: Database) {
    this.#database = database;
    this.#ready = (async () => {
      for (const statement of SCHEMA) await database.run(statement);
    })();
  }

  /** The ids and recorded states of a run's results, without recording anything. */
  async identify(
    outcome: CheckOutcome,
  ): Promise<readonly { readonly identified: Identified; readonly last: Violation | null }[]> {
    await this.#ready;
    const stored = (await this.#database.all(SELECT)).map(fromRow);
    const last = new Map(stored.map(({ violation }) => [violation.violation_id, violation]));
    return identify(outcome.findings, stored.map(toKnown), outcome).map((identified) => ({
      identified,
      last: last.get(identified.id) ?? null,
    }));
  }

  /** `remember` identifies the run's input, if the same input would have the same result. */
  async record(
    outcome: CheckOutcome,
    now: string,
    remember: { readonly digest: string; readonly compared: Compared } | null = null,
  ): Promise<RecordReport> {
    await this.#ready;
    return this.#database.transaction(async (queries) => {
      const stored = (await queries.all(SELECT)).map(fromRow);
      const { report, writes } = recordRun(stored, outcome, now);
      await write(queries, writes);
      await writeTrend(queries, now, report);
      if (remember !== null)
        await rememberRun(queries, remember.digest, outcome, report.violations, remember.compared);
      return report;
    });
  }

  /** The result of the last recorded run, if its input is the same and nothing was recorded since; null otherwise. */
  async repeat(digest: string, request: CheckRequest, baseline: string | null): Promise<RepeatedRun | null> {
    await this.#ready;
    return repeatRun(this.#database, digest, request, baseline);
  }

  /** A run whose result is already on record; `again` if it was compared with another baseline. */
  async recordRepeated(
    { violations, unchanged }: Pick<RecordReport, "violations" | "unchanged">,
    now: string,
    again: { readonly digest: string; readonly compared: Compared } | null,
  ): Promise<RecordReport> {
    await this.#ready;
    const nothing = { opened: [], reopened: [], resolved: [], suppressed: [], changed: [] };
    const report = { ...nothing, unchanged, violations };
    await this.#database.transaction(async (queries) => {
      await writeTrend(queries, now, report);
      if (again !== null) await rememberComparison(queries, again.digest, again.compared);
    });
    return report;
  }

  async list(filter: ViolationFilter = {}): Promise<ViolationPage> {
    await this.#ready;
    const { where, parameters } = conditions(filter);
    const limit = Math.trunc(filter.limit ?? DEFAULT_LIMIT);
    const offset = Math.trunc(filter.offset ?? 0);
    if (filter.paths !== undefined) return this.#listByPath(filter.paths, where, parameters, offset, limit);
    const [count] = await this.#database.all(`SELECT count(*) AS total FROM violations ${where}`, parameters);
    const page = `SELECT data FROM violations ${where} ${ORDER} LIMIT ${limit} OFFSET ${offset}`;
    const rows = await this.#database.all(page, parameters);
    return { violations: rows.map(readViolation), total: Number(count?.total ?? 0) };
  }

  /** By id, or by a unique prefix of one. */
  async get(id: string): Promise<Violation | null> {
    return (await this.find(id))?.violation ?? null;
  }

  async find(id: string): Promise<StoredViolation | null> {
    await this.#ready;
    const rows = await this.#database.all(`${SELECT} WHERE violation_id >= ? AND violation_id < ? LIMIT 2`, [
      id,
      `${id}\u{10ffff}`,
    ]);
    const [row] = rows;
    return rows.length === 1 && row !== undefined ? fromRow(row) : null;
  }

  /** A person's decision that a violation stays, until a date or permanently. */
  async suppress(id: string, suppression: Suppression, now: string): Promise<Violation> {
    return this.#turn(id, { status: "suppressed", suppression }, { at: now, note: suppression.reason });
  }

  async resolve(id: string, note: string, now: string): Promise<Violation> {
    return this.#turn(id, { status: "resolved", resolved_at: now, suppression: null }, { at: now, note });
  }

  async #turn(
    id: string,
    changed: Pick<Violation, "status"> & Partial<Violation>,
    step: { readonly at: string; readonly note: string },
  ): Promise<Violation> {
    await this.#ready;
    return this.#database.transaction(async (queries) => {
      const [row] = await queries.all(`${SELECT} WHERE violation_id = ?`, [id]);
      if (row === undefined) {
        throw new AgentForgeError("not_found", `there is no violation ${id}`, {
          hint: "Run `agentforge conformance violations list` to see all of them.",
        });
      }
      const stored = fromRow(row);
      const violation = Violation.parse({
        ...stored.violation,
        ...changed,
        history: [...stored.violation.history, { status: changed.status, ...step }],
      });
      await write(queries, [{ ...stored, violation }]);
      return violation;
    });
  }

  async countByCheck(
    status: readonly Violation["status"][],
  ): Promise<readonly { readonly check: string; readonly count: number }[]> {
    await this.#ready;
    const rows = await this.#database.all(
      `SELECT contract_id, check_id, count(*) AS total FROM violations
       WHERE status IN (${status.map(() => "?").join(", ")})
       GROUP BY contract_id, check_id ORDER BY total DESC, contract_id, check_id`,
      status,
    );
    return rows.map((row) => ({ check: `${row.contract_id}/${row.check_id}`, count: Number(row.total) }));
  }

  /** Every status change of one check's violations, oldest first. */
  async turns(
    filter: Pick<ViolationFilter, "contract" | "check">,
  ): Promise<readonly { readonly at: string; readonly status: Violation["status"] }[]> {
    await this.#ready;
    const { where, parameters } = conditions({ ...filter, status: ALL });
    const rows = await this.#database.all(`SELECT data FROM violations ${where}`, parameters);
    return rows
      .flatMap((row): Pick<Violation["history"][number], "at" | "status">[] => {
        const { detected_at, history } = readViolation(row);
        return history.length > 0 ? history : [{ at: detected_at, status: "open" }];
      })
      .map(({ at, status }) => ({ at, status }))
      .sort((left, right) => (left.at < right.at ? -1 : 1));
  }

  /** One point for each recorded run, oldest first. */
  async trend(limit = 100): Promise<readonly TrendPoint[]> {
    await this.#ready;
    const rows = await this.#database.all(
      `SELECT run_at, open_counts, opened, resolved FROM conformance_runs ORDER BY run_number DESC LIMIT ${Math.trunc(limit)}`,
    );
    const points = rows.map((row) => ({
      at: String(row.run_at),
      open: JSON.parse(String(row.open_counts)) as TrendPoint["open"],
      opened: Number(row.opened),
      resolved: Number(row.resolved),
    }));
    return points.reverse();
  }

  async #listByPath(
    globs: readonly string[],
    where: string,
    parameters: readonly SqlValue[],
    offset: number,
    limit: number,
  ): Promise<ViolationPage> {
    const isWanted = compileFilter(globs);
    const { condition, bounds } = pathBounds(globs);
    const names = await this.#database.all(
      `SELECT violation_id, file_path FROM violations ${where}${condition} ${ORDER}`,
      [...parameters, ...bounds],
    );
    const matching = names.filter((row) => isWanted(String(row.file_path)));
    const page = matching.slice(offset, offset + limit).map((row) => String(row.violation_id));
    if (page.length === 0) return { violations: [], total: matching.length };
    const marks = page.map(() => "?").join(", ");
    const rows = await this.#database.all(
      `SELECT data FROM violations WHERE violation_id IN (${marks}) ${ORDER}`,
      page,
    );
    return { violations: rows.map(readViolation), total: matching.length };
  }
}

async function write(queries: Queries, writes: readonly StoredViolation[]): Promise<void> {
  await forgetLastRun(queries);
  const updates = COLUMNS.slice(1).map((name) => `${name} = excluded.${name}`);
  const marks = `(${COLUMNS.map(() => "?").join(", ")})`;
  for (let start = 0; start < writes.length; start += ROWS_PER_STATEMENT) {
    const batch = writes.slice(start, start + ROWS_PER_STATEMENT);
    await queries.run(
      `INSERT INTO violations (${COLUMNS.join(", ")}) VALUES ${batch.map(() => marks).join(", ")}
       ON CONFLICT (violation_id) DO UPDATE SET ${updates.join(", ")}`,
      batch.flatMap(toRow),
    );
  }
}

async function writeTrend(queries: Queries, now: string, report: RecordReport): Promise<void> {
  const rows = await queries.all(
    "SELECT severity_rank, count(*) AS total FROM violations WHERE status IN ('open', 'reopened') GROUP BY severity_rank",
  );
  const countOf = (rank: number) =>
    Number(rows.find((row) => Number(row.severity_rank) === rank)?.total ?? 0);
  const counts = Object.fromEntries(SEVERITIES.map((severity, rank) => [severity, countOf(rank)]));
  const [last] = await queries.all("SELECT max(run_number) AS number FROM conformance_runs");
  const opened = report.opened.length + report.reopened.length;
  await queries.run(
    "INSERT INTO conformance_runs (run_number, run_at, open_counts, opened, resolved) VALUES (?, ?, ?, ?, ?)",
    [Number(last?.number ?? 0) + 1, now, JSON.stringify(counts), opened, report.resolved.length],
  );
}

/** The part of a glob that SQL can check: the prefix up to the first wildcard. */
function pathBounds(globs: readonly string[]): {
  readonly condition: string;
  readonly bounds: readonly string[];
} {
  const included = globs.filter((glob) => !glob.startsWith("!"));
  const prefixes = included.map((glob) => (glob.includes("/") ? (/^[^*?[{\\]*/.exec(glob)?.[0] ?? "") : ""));
  const plain = prefixes.map((prefix) => prefix.replace(/^(?:\.?\/)+/, ""));
  if (plain.length === 0 || plain.includes("")) return { condition: "", bounds: [] };
  const each = plain.map(() => "(file_path >= ? AND file_path < ?)").join(" OR ");
  return { condition: ` AND (${each})`, bounds: plain.flatMap((prefix) => [prefix, `${prefix}\u{10ffff}`]) };
}

function conditions(filter: ViolationFilter): {
  readonly where: string;
  readonly parameters: readonly SqlValue[];
} {
  const status = filter.status ?? ["open", "reopened"];
  const parts = [`status IN (${status.map(() => "?").join(", ")})`];
  const parameters: SqlValue[] = [...status];
  const demand = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    parts.push(condition);
    parameters.push(value);
  };
  const { severity } = filter;
  demand("severity_rank <= ?", severity === undefined ? undefined : SEVERITIES.indexOf(severity));
  demand("contract_id = ?", filter.contract);
  demand("check_id = ?", filter.check);
  if (filter.text !== undefined) {
    const words = `%${filter.text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    const places = ["lower(data)", "lower(file_path)", "lower(check_id)"];
    parts.push(`(${places.map((place) => `${place} LIKE ? ESCAPE '\\'`).join(" OR ")})`);
    parameters.push(words, words, words);
  }
  return { where: `WHERE ${parts.join(" AND ")}`, parameters };
}
