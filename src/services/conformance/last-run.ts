import { hash } from "node:crypto";
import type { Violation } from "../../domain/entities/violation.ts";
import type { UnusedExemption } from "../../domain/ports/conformance.ts";
import type { Queries, Row } from "../../domain/ports/database.ts";
import type { Compared } from "./compare-run.ts";
import type { ReportItem } from "./formats/report.ts";
import { SUPPRESSION_RULE } from "./judge-suppressions.ts";
import { compileRules, isAskedFor, type Rule } from "./rules.ts";
import { type CheckOutcome, type CheckRequest, NO_TIME } from "./run-checks.ts";
import { readDetail, readViolation } from "./violation-rows.ts";

/** The result of an unchanged tree: the violations that the last run recorded. */
export interface RepeatedRun {
  readonly outcome: CheckOutcome;
  /** Without those that are known to be in the baseline: they are counted, and not even read. */
  readonly items: readonly ReportItem[];
  readonly inBaseline: number;
  /** False if the run was remembered with another baseline, so that `items` contains everything. */
  readonly isCompared: boolean;
}

interface Remembered {
  /** In the order of the report. */
  readonly ids: readonly string[];
  readonly idle: readonly string[];
  readonly unusedExemptions: readonly UnusedExemption[];
  readonly filesChecked: number;
  /** The digest of the baseline that the run was compared with, and the indexes in `ids` of what is in it. */
  readonly baseline: string | null;
  readonly known: readonly number[];
}

/** Increase it when the same request may have a different answer. */
const VERSION = 4;
/** Beyond this number, reading all violations costs less than reading some by their ids. */
const MOST_READ_BY_ID = 2000;
const IDS_PER_STATEMENT = 500;

export const LAST_RUN_TABLE =
  "CREATE TABLE IF NOT EXISTS conformance_last_run (digest TEXT NOT NULL, found TEXT NOT NULL)";

/**
 * Everything that determines the result of a run: the version of the program, contracts, files, day and filters. Null
 * if something else matters too: a linter, files without a stamp, or a check that reads files that are not listed.
 */
export function digestOf(request: CheckRequest, program: string): string | null {
  const { contracts, files, paths, checks, severity, today } = request;
  const isDecidedByFiles = ({ type }: Rule["check"]) => type.meta.scope === "file";
  if (!contracts.every((contract) => contract.checks.every(isDecidedByFiles))) return null;
  if (!files.every((file) => file.stamp !== undefined)) return null;
  const rules = contracts.map(({ checks: all, ...contract }) => [
    contract,
    all.map(({ type, ...check }) => [type.meta.id, check]),
  ]);
  const stamps = files.map(({ path, stamp }) => `${path}\0${stamp}`);
  return hash("sha256", JSON.stringify([VERSION, program, rules, stamps, paths, checks, severity, today]));
}

/** Discards the remembered result. Call it in every transaction that changes a violation. */
export async function forgetLastRun(queries: Queries): Promise<void> {
  await queries.run("DELETE FROM conformance_last_run");
}

/** Does nothing if the same files may have another result later: a check failed, or a suppression will end. */
export async function rememberRun(
  queries: Queries,
  digest: string,
  { idle, unusedExemptions, problems, filesChecked }: CheckOutcome,
  violations: readonly Violation[],
  compared: Compared,
): Promise<void> {
  const isLasting = violations.every(({ suppression }) => (suppression?.expires_at ?? null) === null);
  if (problems.length > 0 || !isLasting) return;
  const found: Remembered = {
    ids: violations.map((violation) => violation.violation_id),
    idle: idle.map(nameOf),
    unusedExemptions,
    filesChecked,
    ...knownAmong(
      violations.map((violation) => violation.violation_id),
      compared,
    ),
  };
  await queries.run("INSERT INTO conformance_last_run (digest, found) VALUES (?, ?)", [
    digest,
    JSON.stringify(found),
  ]);
}

/** The remembered run is still valid, and was compared with another baseline. */
export async function rememberComparison(
  queries: Queries,
  digest: string,
  compared: Compared,
): Promise<void> {
  const found = await readRemembered(queries, digest);
  if (found === null) return;
  await queries.run("UPDATE conformance_last_run SET found = ? WHERE digest = ?", [
    JSON.stringify({ ...found, ...knownAmong(found.ids, compared) }),
    digest,
  ]);
}

function knownAmong(
  ids: readonly string[],
  { baseline, known }: Compared,
): Pick<Remembered, "baseline" | "known"> {
  return { baseline, known: ids.flatMap((id, index) => (known.has(id) ? [index] : [])) };
}

async function readRemembered(queries: Queries, digest: string): Promise<Remembered | null> {
  const [row] = await queries.all("SELECT found FROM conformance_last_run WHERE digest = ?", [digest]);
  return row === undefined ? null : (JSON.parse(String(row.found)) as Remembered);
}

export async function repeatRun(
  queries: Queries,
  digest: string,
  request: CheckRequest,
  baseline: string | null,
): Promise<RepeatedRun | null> {
  const started = performance.now();
  const remembered = await readRemembered(queries, digest);
  if (remembered === null) return null;
  const { idle, unusedExemptions, filesChecked } = remembered;
  const isCompared = remembered.baseline === baseline;
  const known = new Set(isCompared ? remembered.known : []);
  const ids = remembered.ids.filter((_, index) => !known.has(index));
  const rows = await readRows(queries, ids);
  const byId = new Map(rows.map((each) => [String(each.violation_id), each]));
  const items = ids.flatMap((id): ReportItem[] => {
    const known = byId.get(id);
    if (known === undefined) return [];
    const { range, why, isFixable, origin } = readDetail(known);
    const edits = isFixable ? [] : null;
    const item = { violation: readViolation(known), isNew: false, range, why, edits };
    return [origin === undefined ? item : { ...item, origin }];
  });
  if (items.length !== ids.length) return null;
  const rules = compileRules(request.contracts).filter((rule) => isAskedFor(rule, request));
  const paths = request.paths === undefined ? null : new Set(request.paths);
  const outcome: CheckOutcome = {
    findings: [],
    rules,
    ...(isAskedFor(SUPPRESSION_RULE, request) && { wholeContracts: [SUPPRESSION_RULE.contract.id] }),
    problems: [],
    idle: rules.filter((rule) => idle.includes(nameOf(rule))),
    unusedExemptions,
    covers: (path) => paths === null || paths.has(path),
    present: new Set(request.files.map((file) => file.path)),
    filesChecked,
    filesFromCache: filesChecked,
    durationMs: performance.now() - started,
    time: NO_TIME,
  };
  return { outcome, items, inBaseline: known.size, isCompared };
}

async function readRows(queries: Queries, ids: readonly string[]): Promise<readonly Row[]> {
  const select = "SELECT violation_id, data, detail FROM violations WHERE";
  if (ids.length > MOST_READ_BY_ID) return queries.all(`${select} status <> 'resolved'`);
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const batch = ids.slice(start, start + IDS_PER_STATEMENT);
    const marks = batch.map(() => "?").join(", ");
    rows.push(...(await queries.all(`${select} violation_id IN (${marks})`, batch)));
  }
  return rows;
}

function nameOf({ contract, check }: Rule): string {
  return `${contract.id}/${check.id}`;
}
