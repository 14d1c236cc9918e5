import type { Patch } from "../../domain/entities/patch.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";
import { type CheckCache, databaseCache } from "./check-cache.ts";
import { type BaselineFile, type Compared, compareRun } from "./compare-run.ts";
import { findPatches, loggedFix } from "./find-patches.ts";
import type { ConformanceReport, ReportItem } from "./formats/report.ts";
import type { Identified } from "./identity.ts";
import { type ImportOutcome, outcomeOfSarif, type SarifImport } from "./import-sarif.ts";
import { digestOf } from "./last-run.ts";
import { nextState, type Suppression } from "./life-cycle.ts";
import type { RecordReport } from "./record-run.ts";
import type { Rule } from "./rules.ts";
import { type CheckOutcome, type CheckRequest, hashOf, runChecks } from "./run-checks.ts";
import {
  type TrendPoint,
  type ViolationFilter,
  type ViolationPage,
  ViolationStore,
} from "./violation-store.ts";

export { type CacheEntry, type CheckCache, databaseCache } from "./check-cache.ts";
export type { Execute } from "./check-type.ts";
export type { BaselineFile } from "./compare-run.ts";
export type { Contract } from "./contract.ts";
export { contractJsonSchema } from "./contract.ts";
export { applyEdits } from "./fix.ts";
export { formatJson, formatYaml } from "./formats/data.ts";
export type { ConformanceReport } from "./formats/report.ts";
export { formatSarif } from "./formats/sarif.ts";
export { formatText } from "./formats/text.ts";
export { formatTrend } from "./formats/trend.ts";

export { SUPPRESSION_RULE } from "./judge-suppressions.ts";
export { loadContract, loadContracts } from "./load-contracts.ts";

export { unknownChecks } from "./rules.ts";
export type { CheckRequest, ListedFile } from "./run-checks.ts";
export { checksOfTool } from "./same-tool.ts";
export { LICENSE_FILES, LICENSE_HEADER, licenseHeader, licenseNamedBy } from "./starters/license-header.ts";
export { linterContract } from "./starters/linters.ts";
export { STARTERS } from "./starters/list.ts";
export { contractText, type Starter } from "./starters/starter.ts";

/** A run over a tree. Nothing is recorded until `record` is called with it. */
interface CheckRun extends Omit<ConformanceReport, "textOf"> {
  readonly outcome: CheckOutcome;
  /** A digest of the run's input; null if the input alone does not determine the result. */
  readonly digest: string | null;
  /** Nothing changed since the last recorded run, so nothing was computed; the edits of its items are unknown. */
  readonly isRepeated: boolean;
  /** The violations that are in the baseline, which are not among the items. */
  readonly inBaseline: number;
  /** Null if the result of the comparison with the baseline is on record too. */
  readonly compared: Compared | null;
}

interface Verification {
  /** The violation is no longer found. */
  readonly gone: boolean;
  /** Violations that were not open before. */
  readonly introduced: readonly Violation[];
  /** Checks that could not run: their result is unknown. */
  readonly problems: ConformanceReport["problems"];
}

interface CheckOptions {
  /** Computes the edits, even if nothing changed since the last recorded run. */
  readonly withEdits?: boolean;
  /** Its violations are counted, and omitted from the items. */
  readonly baseline?: BaselineFile | null;
}

/** Runs a repository's contracts, and records their violations. */
export interface Conformance {
  check(request: Omit<CheckRequest, "cache">, now: string, options?: CheckOptions): Promise<CheckRun>;
  /** Makes a run the current state, and writes the files that people read. */
  record(run: CheckRun, now: string): Promise<RecordReport & { readonly notExported: number }>;
  importSarif(
    request: SarifImport,
    now: string,
  ): Promise<RecordReport & Pick<ImportOutcome, "tool" | "problems" | "leftOut">>;
  list(filter?: ViolationFilter): Promise<ViolationPage>;
  get(id: string): Promise<Violation | null>;
  suppress(id: string, suppression: Suppression, now: string): Promise<Violation>;
  /** Resolves a violation that no run looks for. */
  resolve(id: string, why: string, now: string): Promise<Violation>;
  trend(limit?: number): Promise<readonly TrendPoint[]>;
  countByCheck: ViolationStore["countByCheck"];
  turns: ViolationStore["turns"];
  /**
   * Mechanical fixes for one violation in the current tree, cheapest first: the edits of the check or of the linter's
   * report, the same with the edits that they call for, then the linter's fixer. Each is computed on request.
   */
  patches(
    id: string,
    request: Omit<CheckRequest, "cache" | "checks" | "paths">,
    now: string,
  ): AsyncIterable<Patch>;
  /** Checks that a violation is gone from a tree and no new one was added. */
  verify(id: string, request: Omit<CheckRequest, "cache">, now: string): Promise<Verification>;
}

export interface ConformanceSettings {
  readonly database: Database;
  readonly exports: Exports;
  readonly cache?: CheckCache;
  /** The program's version: another one may have another result for the same input. */
  readonly version?: string;
  /** The digest by which a baseline recognizes code. */
  readonly digestCode?: (code: string) => string;
}

const MOST_EXPORTED = 1000;
const EXPORTS_AT_ONCE = 100;

export function createConformance(settings: ConformanceSettings): Conformance {
  const store = new ViolationStore(settings.database);
  const cache = settings.cache ?? databaseCache(settings.database);

  const check: Conformance["check"] = async (given, now, { withEdits = false, baseline = null } = {}) => {
    const request = { today: dayOf(now), ...given, cache };
    const digest = digestOf(request, settings.version ?? "");
    const repeated =
      digest === null || withEdits ? null : await store.repeat(digest, request, baseline?.digest ?? null);
    const outcome = repeated?.outcome ?? (await runChecks(request));
    const found =
      repeated?.items ??
      (await store.identify(outcome)).map(({ identified, last }) => describeItem(identified, last, now));
    const compared = repeated?.isCompared ? null : compareRun(found, baseline, settings.digestCode ?? hashOf);
    const items = found.filter(({ violation }) => !compared?.known.has(violation.violation_id));
    const inBaseline = compared?.known.size ?? repeated?.inBaseline ?? 0;
    const { problems, unusedExemptions, filesChecked, filesFromCache, durationMs, time } = outcome;
    const idle = request.paths === undefined ? outcome.idle.map(nameRule) : [];
    const isRepeated = repeated !== null;
    const measured = { filesChecked, filesFromCache, durationMs, time };
    return {
      outcome,
      items,
      problems,
      idle,
      unusedExemptions,
      ...measured,
      digest,
      isRepeated,
      inBaseline,
      compared,
    };
  };

  return {
    check,
    record: async (run, now) => {
      const { digest, compared, inBaseline } = run;
      const remember = digest === null || compared === null ? null : { digest, compared };
      const violations = run.items.map((item) => item.violation);
      const report = run.isRepeated
        ? await store.recordRepeated({ violations, unchanged: violations.length + inBaseline }, now, remember)
        : await store.record(run.outcome, now, remember);
      return { ...report, notExported: await exportChanged(settings.exports, report.changed) };
    },
    importSarif: async (request, now) => {
      const outcome = await outcomeOfSarif(request);
      const report = await store.record(outcome, now);
      await exportChanged(settings.exports, report.changed);
      const { tool, problems, leftOut } = outcome;
      return { ...report, tool, problems, leftOut };
    },
    list: (filter) => store.list(filter),
    get: (id) => store.get(id),
    suppress: async (id, suppression, now) => {
      const violation = await store.suppress(id, suppression, now);
      await exportChanged(settings.exports, [violation]);
      return violation;
    },
    resolve: async (id, why, now) => {
      const violation = await store.resolve(id, why, now);
      await exportChanged(settings.exports, [violation]);
      return violation;
    },
    trend: (limit) => store.trend(limit),
    countByCheck: (status) => store.countByCheck(status),
    turns: (filter) => store.turns(filter),
    async *patches(id, request, now) {
      const stored = await store.find(id);
      if (stored === null) return;
      const { violation, detail } = stored;
      if (detail.edits !== undefined) {
        const text = await request.read(violation.file_path);
        if (hashOf(text) === detail.textHash) yield loggedFix(violation, detail.edits);
        return;
      }
      yield* findPatches(store, violation, { today: dayOf(now), ...request, cache });
    },
    verify: async (id, request, now) => {
      const run = await check(request, now);
      const live = run.items.filter(({ violation }) => violation.status !== "suppressed");
      return {
        gone: !live.some(({ violation }) => violation.violation_id === id),
        introduced: live.filter((item) => item.isNew).map((item) => item.violation),
        problems: run.problems,
      };
    },
  };
}

function describeItem(identified: Identified, last: Violation | null, now: string): ReportItem {
  const { raw } = identified;
  return {
    violation: nextState(last, identified, now),
    isNew: last === null || last.status === "resolved",
    range: raw.range,
    why: raw.rule.check.why ?? null,
    edits: raw.edits ?? null,
    ...(raw.origin === undefined ? {} : { origin: raw.origin }),
  };
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

function nameRule({ contract, check }: Rule): { readonly contract: string; readonly check: string } {
  return { contract: contract.id, check: check.id };
}

/** Most severe first. The database has all violations; beyond the limit, files are counted but not written. */
async function exportChanged(exports: Exports, changed: readonly Violation[]): Promise<number> {
  const order = ["blocker", "critical", "major", "minor", "info"];
  const sorted = [...changed].sort(
    (left, right) => order.indexOf(left.severity) - order.indexOf(right.severity),
  );
  const written = sorted.slice(0, MOST_EXPORTED);
  for (let start = 0; start < written.length; start += EXPORTS_AT_ONCE) {
    const batch = written.slice(start, start + EXPORTS_AT_ONCE);
    await exports.writeYamls(batch.map((data) => ({ path: `violations/${data.violation_id}.yaml`, data })));
  }
  return sorted.length - written.length;
}
