import { hash } from "node:crypto";
import type { Violation } from "../../domain/entities/violation.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { ReportItem } from "./formats/report.ts";
import { SUPPRESSION_RULE } from "./judge-suppressions.ts";
import { compileRules, isAskedFor, type Rule } from "./rules.ts";
import { type CheckOutcome, type CheckRequest, NO_TIME } from "./run-checks.ts";
import { readDetail, readViolation } from "./violation-rows.ts";

/** The result of an unchanged tree: the violations that the last run recorded. */
export interface RepeatedRun {
  readonly outcome: CheckOutcome;
  readonly items: readonly ReportItem[];
}

interface Remembered {
  /** In the order of the report. */
  readonly ids: readonly string[];
  readonly idle: readonly string[];
  readonly filesChecked: number;
}

/** Increase it when the same request may have a different answer. */
const VERSION = 1;

export const LAST_RUN_TABLE =
  "CREATE TABLE IF NOT EXISTS conformance_last_run (digest TEXT NOT NULL, found TEXT NOT NULL)";

/**
 * Everything that determines the result of a run: contracts, files, day and filters. Null if something else
 * matters too: a linter, files without a stamp, or a check that reads files that are not listed.
 */
export function digestOf(request: CheckRequest): string | null {
  const { contracts, files, paths, checks, severity, today } = request;
  const isDecidedByFiles = ({ type }: Rule["check"]) => type.meta.scope === "file";
  if (!contracts.every((contract) => contract.checks.every(isDecidedByFiles))) return null;
  if (!files.every((file) => file.stamp !== undefined)) return null;
  const rules = contracts.map(({ checks: all, ...contract }) => [
    contract,
    all.map(({ type, ...check }) => [type.meta.id, check]),
  ]);
  const stamps = files.map(({ path, stamp }) => `${path}\0${stamp}`);
  return hash("sha256", JSON.stringify([VERSION, rules, stamps, paths, checks, severity, today]));
}

/** Discards the remembered result. Call it in every transaction that changes a violation. */
export async function forgetLastRun(queries: Queries): Promise<void> {
  await queries.run("DELETE FROM conformance_last_run");
}

/** Does nothing if the same files may have another result later: a check failed, or a suppression will end. */
export async function rememberRun(
  queries: Queries,
  digest: string,
  { idle, problems, filesChecked }: CheckOutcome,
  violations: readonly Violation[],
): Promise<void> {
  const isLasting = violations.every(({ suppression }) => (suppression?.expires_at ?? null) === null);
  if (problems.length > 0 || !isLasting) return;
  const found: Remembered = {
    ids: violations.map((violation) => violation.violation_id),
    idle: idle.map(nameOf),
    filesChecked,
  };
  await queries.run("INSERT INTO conformance_last_run (digest, found) VALUES (?, ?)", [
    digest,
    JSON.stringify(found),
  ]);
}

export async function repeatRun(
  queries: Queries,
  digest: string,
  request: CheckRequest,
): Promise<RepeatedRun | null> {
  const started = performance.now();
  const [row] = await queries.all("SELECT found FROM conformance_last_run WHERE digest = ?", [digest]);
  if (row === undefined) return null;
  const { ids, idle, filesChecked } = JSON.parse(String(row.found)) as Remembered;
  const rows = await queries.all(
    "SELECT violation_id, data, detail FROM violations WHERE status <> 'resolved'",
  );
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
    covers: (path) => paths === null || paths.has(path),
    present: new Set(request.files.map((file) => file.path)),
    filesChecked,
    filesFromCache: filesChecked,
    durationMs: performance.now() - started,
    time: NO_TIME,
  };
  return { outcome, items };
}

function nameOf({ contract, check }: Rule): string {
  return `${contract.id}/${check.id}`;
}
