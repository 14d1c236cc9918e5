import type { Severity } from "../../domain/entities/common.ts";
import { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries, Row, SqlValue } from "../../domain/ports/database.ts";
import { compileGlobs } from "../../domain/rules/glob.ts";
import { type Identified, identify, type KnownViolation } from "./identity.ts";
import { nextState, type Suppression } from "./life-cycle.ts";
import { SEVERITIES } from "./rules.ts";
import type { CheckOutcome } from "./run-checks.ts";

export interface ViolationFilter {
  readonly status?: readonly Violation["status"][];
  /** This severe or more. */
  readonly severity?: Severity;
  readonly contract?: string;
  readonly check?: string;
  /** Globs. */
  readonly paths?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
}

export interface ViolationPage {
  /** Most severe first, then by path and line. */
  readonly violations: readonly Violation[];
  readonly total: number;
}

export interface RecordReport {
  readonly opened: readonly string[];
  readonly reopened: readonly string[];
  readonly resolved: readonly string[];
  readonly suppressed: readonly string[];
  /** Live before and after. */
  readonly unchanged: number;
  /** Every violation that is live now, as recorded. */
  readonly violations: readonly Violation[];
  /** Everything whose record changed, for export. */
  readonly changed: readonly Violation[];
}

export interface TrendPoint {
  readonly at: string;
  readonly open: Readonly<Record<Severity, number>>;
  readonly opened: number;
  readonly resolved: number;
}

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS violations (
     violation_id TEXT PRIMARY KEY, group_key TEXT NOT NULL, occurrence INTEGER NOT NULL, status TEXT NOT NULL,
     severity_rank INTEGER NOT NULL, contract_id TEXT NOT NULL, check_id TEXT NOT NULL, file_path TEXT NOT NULL,
     line INTEGER, surroundings TEXT NOT NULL, data TEXT NOT NULL)`,
  "CREATE INDEX IF NOT EXISTS violations_by_rank ON violations (status, severity_rank, file_path, line)",
  "CREATE INDEX IF NOT EXISTS violations_by_check ON violations (check_id, status)",
  `CREATE TABLE IF NOT EXISTS conformance_runs (
     run_at TEXT NOT NULL, open_counts TEXT NOT NULL, opened INTEGER NOT NULL, resolved INTEGER NOT NULL)`,
];
const COLUMNS =
  "violation_id, group_key, occurrence, status, severity_rank, contract_id, check_id, file_path, line, surroundings, data";
const ROWS_PER_STATEMENT = 50;
const DEFAULT_LIMIT = 100;

/** The recorded violations of one repository: found, resolved, found again, suppressed. */
export class ViolationStore {
  readonly #database: Database;
  readonly #ready: Promise<void>;

  constructor(database: Database) {
    this.#database = database;
    this.#ready = (async () => {
      for (const statement of SCHEMA) await database.run(statement);
    })();
  }

  /** What a run's findings are called, without recording anything. */
  async identify(outcome: CheckOutcome): Promise<readonly Identified[]> {
    return identify(outcome.findings, await this.#known(this.#database), outcome);
  }

  /** Records a run: new violations open, those no longer found resolve, those found again reopen. */
  async record(outcome: CheckOutcome, now: string): Promise<RecordReport> {
    await this.#ready;
    return this.#database.transaction(async (queries) => {
      const rows = await queries.all(`SELECT ${COLUMNS} FROM violations`);
      const stored = new Map(rows.map((row) => [String(row.violation_id), row]));
      const identified = identify(outcome.findings, rows.map(toKnown), outcome);
      const writes: StoredViolation[] = [];
      const events = {
        opened: [] as string[],
        reopened: [] as string[],
        resolved: [] as string[],
        suppressed: [] as string[],
      };
      let unchanged = 0;
      const live: Violation[] = [];

      const found = new Set<string>();
      for (const each of identified) {
        const row = stored.get(each.known?.id ?? each.id);
        const before = row === undefined ? null : readViolation(row);
        const after = nextState(before, each, now);
        found.add(after.violation_id);
        live.push(after);
        if (before?.status !== after.status) eventList(events, after.status)?.push(after.violation_id);
        else unchanged++;
        if (row === undefined || JSON.stringify(before) !== JSON.stringify(after) || isMoved(row, each)) {
          writes.push({
            violation: after,
            group: each.group,
            occurrence: each.occurrence,
            surroundings: each.finding.surroundings,
          });
        }
      }
      const ran = new Set(outcome.rules.map((rule) => `${rule.contract.id}/${rule.check.id}`));
      for (const row of rows) {
        const isGone =
          !found.has(String(row.violation_id)) &&
          row.status !== "resolved" &&
          ran.has(`${String(row.contract_id)}/${String(row.check_id)}`) &&
          (outcome.covers(String(row.file_path)) || !outcome.present.has(String(row.file_path)));
        if (!isGone) continue;
        const after = nextState(readViolation(row), null, now);
        events.resolved.push(after.violation_id);
        writes.push({
          violation: after,
          group: String(row.group_key),
          occurrence: Number(row.occurrence),
          surroundings: String(row.surroundings),
        });
      }
      await this.#write(queries, writes);
      await this.#writeTrend(queries, now, events);
      return { ...events, unchanged, violations: live, changed: writes.map((write) => write.violation) };
    });
  }

  async list(filter: ViolationFilter = {}): Promise<ViolationPage> {
    await this.#ready;
    const { where, parameters } = conditions(filter);
    const order = "ORDER BY severity_rank, file_path, line, violation_id";
    const limit = filter.limit ?? DEFAULT_LIMIT;
    const offset = filter.offset ?? 0;
    if (filter.paths === undefined) {
      const [count] = await this.#database.all(
        `SELECT count(*) AS total FROM violations ${where}`,
        parameters,
      );
      const rows = await this.#database.all(
        `SELECT data FROM violations ${where} ${order} LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`,
        parameters,
      );
      return { violations: rows.map(readViolation), total: Number(count?.total ?? 0) };
    }
    const isWanted = compileGlobs(filter.paths);
    const names = await this.#database.all(
      `SELECT violation_id, file_path FROM violations ${where} ${order}`,
      parameters,
    );
    const matching = names
      .filter((row) => isWanted(String(row.file_path)))
      .map((row) => String(row.violation_id));
    const violations: Violation[] = [];
    for (const id of matching.slice(offset, offset + limit)) {
      const violation = await this.get(id);
      if (violation !== null) violations.push(violation);
    }
    return { violations, total: matching.length };
  }

  /** By id, or by the beginning of one where only one has it. */
  async get(id: string): Promise<Violation | null> {
    await this.#ready;
    const rows = await this.#database.all(
      "SELECT data FROM violations WHERE violation_id >= ? AND violation_id < ? LIMIT 2",
      [id, `${id}\u{10ffff}`],
    );
    const [row] = rows;
    return rows.length === 1 && row !== undefined ? readViolation(row) : null;
  }

  /** A person's word that a violation stays, until a day or for good. */
  async suppress(id: string, suppression: Suppression, now: string): Promise<Violation> {
    await this.#ready;
    return this.#database.transaction(async (queries) => {
      const [row] = await queries.all(`SELECT ${COLUMNS} FROM violations WHERE violation_id = ?`, [id]);
      if (row === undefined) {
        throw new AgentForgeError("not_found", `there is no violation ${id}`, {
          hint: "`agentforge conformance violations list` shows them all",
        });
      }
      const before = readViolation(row);
      const violation = Violation.parse({
        ...before,
        status: "suppressed",
        suppression,
        history: [...before.history, { status: "suppressed", at: now, note: suppression.reason }],
      });
      await this.#write(queries, [
        {
          violation,
          group: String(row.group_key),
          occurrence: Number(row.occurrence),
          surroundings: String(row.surroundings),
        },
      ]);
      return violation;
    });
  }

  /** One point for each recorded run, oldest first. */
  async trend(limit = 100): Promise<readonly TrendPoint[]> {
    await this.#ready;
    const rows = await this.#database.all(
      `SELECT run_at, open_counts, opened, resolved FROM conformance_runs ORDER BY run_at DESC LIMIT ${Math.trunc(limit)}`,
    );
    return rows
      .map((row) => ({
        at: String(row.run_at),
        open: JSON.parse(String(row.open_counts)) as TrendPoint["open"],
        opened: Number(row.opened),
        resolved: Number(row.resolved),
      }))
      .reverse();
  }

  async #known(queries: Queries): Promise<readonly KnownViolation[]> {
    await this.#ready;
    const rows = await queries.all(
      "SELECT violation_id, group_key, occurrence, file_path, line, surroundings, status FROM violations",
    );
    return rows.map(toKnown);
  }

  async #write(queries: Queries, writes: readonly StoredViolation[]): Promise<void> {
    const names = COLUMNS.split(", ");
    const updates = names
      .slice(1)
      .map((name) => `${name} = excluded.${name}`)
      .join(", ");
    const marks = `(${names.map(() => "?").join(", ")})`;
    for (let start = 0; start < writes.length; start += ROWS_PER_STATEMENT) {
      const batch = writes.slice(start, start + ROWS_PER_STATEMENT);
      await queries.run(
        `INSERT INTO violations (${COLUMNS}) VALUES ${batch.map(() => marks).join(", ")}
         ON CONFLICT (violation_id) DO UPDATE SET ${updates}`,
        batch.flatMap(toRow),
      );
    }
  }

  async #writeTrend(
    queries: Queries,
    now: string,
    events: { opened: unknown[]; reopened: unknown[]; resolved: unknown[] },
  ) {
    const rows = await queries.all(
      "SELECT severity_rank, count(*) AS total FROM violations WHERE status IN ('open', 'reopened') GROUP BY severity_rank",
    );
    const counts = Object.fromEntries(
      SEVERITIES.map((severity, rank) => [
        severity,
        Number(rows.find((row) => Number(row.severity_rank) === rank)?.total ?? 0),
      ]),
    );
    await queries.run(
      "INSERT INTO conformance_runs (run_at, open_counts, opened, resolved) VALUES (?, ?, ?, ?)",
      [now, JSON.stringify(counts), events.opened.length + events.reopened.length, events.resolved.length],
    );
  }
}

interface StoredViolation {
  readonly violation: Violation;
  readonly group: string;
  readonly occurrence: number;
  readonly surroundings: string;
}

function toRow({ violation, group, occurrence, surroundings }: StoredViolation): readonly SqlValue[] {
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
  ];
}

function toKnown(row: Row): KnownViolation {
  return {
    id: String(row.violation_id),
    group: String(row.group_key),
    occurrence: Number(row.occurrence),
    path: String(row.file_path),
    line: row.line === null ? null : Number(row.line),
    surroundings: String(row.surroundings),
    status: row.status as Violation["status"],
  };
}

/** Our own writing, so it is not parsed against the schema again. */
function readViolation(row: Row): Violation {
  return JSON.parse(String(row.data)) as Violation;
}

function isMoved(row: Row, identified: Identified): boolean {
  return row.surroundings !== identified.finding.surroundings;
}

function eventList<T>(
  events: { opened: T; reopened: T; resolved: T; suppressed: T },
  status: Violation["status"],
): T | undefined {
  return {
    open: events.opened,
    reopened: events.reopened,
    resolved: events.resolved,
    suppressed: events.suppressed,
  }[status];
}

function conditions(filter: ViolationFilter): {
  readonly where: string;
  readonly parameters: readonly SqlValue[];
} {
  const parts: string[] = [];
  const parameters: SqlValue[] = [];
  const status = filter.status ?? ["open", "reopened"];
  parts.push(`status IN (${status.map(() => "?").join(", ")})`);
  parameters.push(...status);
  if (filter.severity !== undefined) {
    parts.push("severity_rank <= ?");
    parameters.push(SEVERITIES.indexOf(filter.severity));
  }
  for (const [column, value] of [
    ["contract_id", filter.contract],
    ["check_id", filter.check],
  ] as const) {
    if (value === undefined) continue;
    parts.push(`${column} = ?`);
    parameters.push(value);
  }
  return { where: `WHERE ${parts.join(" AND ")}`, parameters };
}
