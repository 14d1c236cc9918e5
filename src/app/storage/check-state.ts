import { type App, type AppOptions, openApp } from "../../app.ts";
import type { Conformance } from "../../domain/ports/conformance.ts";
import type { ExportProblem, Exports } from "../../domain/ports/exports.ts";
import { checkLandings, type DamagedFile } from "../../services/workspace/index.ts";
import { examineFolder } from "./state-kinds.ts";

export interface StateReport {
  /** Null if the database is intact. */
  readonly database: string | null;
  readonly journal: Awaited<ReturnType<App["verifyJournal"]>>;
  /** Files that did not match the database, and what was done. */
  readonly files: readonly { readonly path: string; readonly found: string }[];
  /** Files that cannot be restored from the database, and what a person can do. */
  readonly damaged: readonly DamagedFile[];
  /** Copies that the database does not know, and foreign files. */
  readonly strays: readonly string[];
  readonly recovered: readonly string[];
}

/** Reads the complete state of a repository, and repairs what may be repaired. */
export async function checkState(options: AppOptions): Promise<StateReport> {
  await using app = await openApp(options);
  const database = await app.checkDatabase();
  const journal = await app.verifyJournal();
  const files = [
    ...(await app.repairFiles()),
    ...(await repairViolations(app.ports.conformance, app.exports)),
  ];
  const folder = await examineFolder(app.stateFolder);
  return {
    database,
    journal,
    files,
    damaged: [...folder.damaged, ...(await checkLandings(app.stateFolder))],
    strays: [...(await unknownCopies(app, folder.copies)), ...folder.unknown],
    recovered: app.recovered,
  };
}

async function repairViolations(
  conformance: Conformance,
  exports: Exports,
): Promise<readonly ExportProblem[]> {
  const { violations } = await conformance.violations({ status: "all", limit: Number.MAX_SAFE_INTEGER });
  const findings: ExportProblem[] = [];
  for (const violation of violations) {
    const path = `violations/${violation.violation_id}.yaml`;
    const finding = await exports.reconcile(path, { yaml: violation });
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

/** Every YAML copy has a record; one without was created by hand or comes from another database. */
async function unknownCopies({ ports }: App, copies: readonly string[]): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const path of copies.filter((each) => /\.yaml$/.test(each) && !each.endsWith("step_history.yaml"))) {
    if ((await ports.files.read(path)).truth === null) unknown.push(path);
  }
  return unknown;
}
