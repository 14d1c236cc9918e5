import { hash } from "node:crypto";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type {
  CheckedTree,
  CheckRun,
  CheckScope,
  Conformance,
  ConformanceReader,
  ReportFormat,
  ViolationFilter,
} from "../../domain/ports/conformance.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Exports } from "../../domain/ports/exports.ts";
import type { TestTree } from "../../domain/ports/testing.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import {
  type ConformanceReport,
  checksOfTool,
  createConformance,
  databaseCache,
  formatJson,
  formatSarif,
  formatText,
  formatYaml,
  SUPPRESSION_RULE,
  unknownChecks,
} from "../../services/conformance/index.ts";
import { ensureStateFolder } from "../../services/workspace/index.ts";
import { redactedCache, redactedDatabase } from "../redaction/database.ts";
import { openBaseline, writeBaseline } from "./baseline-file.ts";
import { attemptCache, attemptTree, type CheckSubject, type Executor, workingTree } from "./checked-trees.ts";
import { createContractReader } from "./contracts.ts";

export { formatTrend } from "../../services/conformance/index.ts";

export interface ConformanceOptions extends Executor {
  readonly root: string;
  readonly stateFolder: string;
  /** Secrets are redacted before they are stored in it. */
  readonly database: Database;
  readonly exports: Exports;
  readonly now: () => string;
  readonly version: string;
  readonly redactor: Redactor;
}

/** The engine with the repository's contracts, trees and sandbox. */
export function openConformance(options: ConformanceOptions): Conformance {
  const { exports, root, now, redactor, version } = options;
  const database = redactedDatabase(options.database, redactor);
  const lasting = redactedCache(databaseCache(options.database), redactor);
  // A recorded violation has placeholders for secrets, one that was just found has not.
  const digestCode = (code: string) => hash("sha256", redactor.text(code));
  const engine = createConformance({ database, exports, cache: lasting, version, digestCode });
  const attempts = createConformance({ database, exports, cache: attemptCache(lasting) });
  const contracts = createContractReader(options.stateFolder);
  const engines = { options, engine, attempts, contracts };

  return {
    ...contractFacts(contracts),

    async resolveImported(violationId, why) {
      const isKnown = await this.knownChecks();
      const violation = await engine.get(violationId);
      if (violation === null || isKnown(violation)) return false;
      await engine.resolve(violationId, why, now());
      return true;
    },

    check: (tree, scope = {}) => checkTree(engines, tree, scope),

    async *patches(violationId, tree, signal) {
      const checked = await attemptTree(tree, options);
      const request = { contracts: await contracts.read(), ...checked, ...(signal && { signal }) };
      yield* attempts.patches(violationId, request, now());
    },

    baseline: async () => (await openBaseline(options.stateFolder))?.parse() ?? null,
    async keepBaseline(baseline) {
      // Contracts and their baseline are shared: from now on git sees them, as after `init`.
      await ensureStateFolder(root, { init: true });
      await writeBaseline(options.stateFolder, baseline);
    },
    sha256: digestCode,
    violation: (violationId) => engine.get(violationId),
    violations: (filter = {}) => engine.list(toEngine(filter)),
    suppress: (violationId, suppression) => engine.suppress(violationId, suppression, now()),
    trend: (limit) => engine.trend(limit),
    countByCheck: (status = "open") => engine.countByCheck(STATUSES[status]),
    turns: (checkId) => engine.turns(checkNamed(checkId)),

    importSarif: (text, roots = []) => importSarif(engines, text, roots),
  };
}

async function importSarif(
  { options, engine, contracts }: Engines,
  text: string,
  roots: readonly string[],
): ReturnType<Conformance["importSarif"]> {
  const { files, read, tree } = await workingTree(options.root, options);
  const paths = { ...tree, roots: [...roots, ...tree.roots], files: files.map((file) => file.path) };
  const ownContracts = (await contracts.read()).map((contract) => contract.id);
  return engine.importSarif({ text, tree: paths, ownContracts, read }, options.now());
}

interface Engines {
  readonly options: ConformanceOptions;
  /** Stores what it finds. */
  readonly engine: ReturnType<typeof createConformance>;
  /** Stores nothing: what an attempt breaks is not a violation of the repository. */
  readonly attempts: ReturnType<typeof createConformance>;
  readonly contracts: ReturnType<typeof createContractReader>;
}

/** What the contracts say, without a run. */
function contractFacts(
  contracts: Engines["contracts"],
): Pick<Conformance, "countChecks" | "knownChecks" | "checksOfTool" | "isJudgedByProgram"> {
  return {
    async countChecks() {
      return (await contracts.read()).reduce((sum, contract) => sum + contract.checks.length, 0);
    },

    async knownChecks() {
      const all = [...(await contracts.read()), SUPPRESSION_RULE.contract];
      const known = new Set(all.flatMap(({ id, checks }) => checks.map((check) => `${id}/${check.id}`)));
      return ({ contract_id, check_id }) => known.has(`${contract_id}/${check_id}`);
    },

    async checksOfTool(tool) {
      return checksOfTool(await contracts.read(), tool);
    },

    async isJudgedByProgram({ contract_id, check_id }) {
      const contract = (await contracts.read()).find((each) => each.id === contract_id);
      return (
        contract?.checks.some((check) => check.id === check_id && check.type.meta.id === "command") ?? false
      );
    },
  };
}

async function checkTree(
  { options, engine, attempts, contracts }: Engines,
  tree: CheckedTree,
  scope: CheckScope,
): Promise<CheckRun> {
  const { now, version } = options;
  const checked = await checkSubjectOf(tree, options, scope.files);
  const chosen = tree === "working-tree" ? engine : attempts;
  const request = { contracts: await contracts.read(), ...checked, ...narrow(scope) };
  const unknown = unknownChecks([...request.contracts, SUPPRESSION_RULE.contract], scope.checkIds ?? []);
  if (unknown.length > 0) throw noSuchCheck(unknown);
  const baseline = scope.baseline ? await openBaseline(options.stateFolder) : null;
  const run = await chosen.check(request, now(), { baseline });
  const { rules, problems } = run.outcome;
  if (scope.severity && rules.length + problems.length === 0) throw noCheckLeft(scope.severity);
  return {
    ...factsOf(run, scope),
    file: () => engine.record(run, now()),
    format: async (format, { paint, suppressed = false } = {}) => {
      const shown =
        format === "sarif" && run.isRepeated
          ? await chosen.check(request, now(), { withEdits: true, baseline })
          : run;
      const report = { ...shown, textOf: await textsOf(shown.items, format, checked) };
      return render(report, format, version, { suppressed, ...(paint && { paint }) });
    },
  };
}

function factsOf(
  run: Awaited<ReturnType<Engines["engine"]["check"]>>,
  { files = [] }: CheckScope,
): Omit<CheckRun, "file" | "format"> {
  const { rules, problems, present, idle, wholeContracts = [] } = run.outcome;
  return {
    violations: run.items.map((item) => item.violation),
    inBaseline: run.inBaseline,
    problems,
    missing: files.filter((path) => !present.has(path)),
    looked: rules.length - idle.length,
    idle: idle.map(({ contract, check }) => ({ contract: contract.id, check: check.id })),
    unusedExemptions: run.unusedExemptions,
    filesChecked: run.filesChecked,
    durationMs: run.durationMs,
    covers: (violation) =>
      wholeContracts.includes(violation.contract_id) ||
      rules.some(
        ({ contract, check }) => contract.id === violation.contract_id && check.id === violation.check_id,
      ),
  };
}

/** The checks that a brain may run while it works on a tree. */
export function conformanceReader(conformance: Conformance, tree: TestTree): ConformanceReader {
  return {
    check: async (scope = {}) => {
      const run = await conformance.check(tree, scope);
      return { ...run, violations: run.violations.filter(({ status }) => status !== "suppressed") };
    },
    violation: (violationId) => conformance.violation(violationId),
    violations: async (filter) => (await conformance.violations(filter)).violations,
  };
}

async function checkSubjectOf(
  tree: CheckedTree,
  options: ConformanceOptions,
  named: readonly string[] = [],
): Promise<CheckSubject> {
  const checked =
    tree === "working-tree"
      ? await workingTree(options.root, options, named)
      : await attemptTree(tree as TestTree, options);
  // Most texts read during a run are read again to be shown; scanning them for secrets costs more than reading them.
  const learned = new Map<string, string>();
  const learn = (path: string, text: string) => {
    const digest = hash("sha1", text);
    if (learned.get(path) !== digest) options.redactor.learn(text);
    learned.set(path, digest);
    return text;
  };
  const { readNow } = checked;
  return {
    ...checked,
    read: async (path) => learn(path, await checked.read(path)),
    ...(readNow && {
      readNow: (path) => {
        const text = readNow(path);
        return text === undefined ? undefined : learn(path, text);
      },
    }),
  };
}

function narrow({ files, checkIds, severity, signal }: CheckScope) {
  return {
    ...(files && { paths: files }),
    ...(checkIds && { checks: checkIds }),
    ...(severity && { severity }),
    ...(signal && { signal }),
  };
}

const STATUSES: Readonly<Record<NonNullable<ViolationFilter["status"]>, readonly Violation["status"][]>> = {
  open: ["open", "reopened"],
  resolved: ["resolved"],
  suppressed: ["suppressed"],
  all: ["open", "reopened", "resolved", "suppressed"],
};

function toEngine({ status = "open", severity, checkId, file, text, limit, offset }: ViolationFilter) {
  return {
    status: STATUSES[status],
    ...(severity && { severity }),
    ...checkNamed(checkId),
    ...(file && { paths: [file] }),
    ...(text && { text }),
    ...(limit && { limit }),
    ...(offset && { offset }),
  };
}

function checkNamed(checkId: string | undefined) {
  const [contract, check] = checkId?.includes("/") ? checkId.split("/", 2) : [undefined, checkId];
  return { ...(contract && { contract }), ...(check && { check }) };
}

/** The data formats contain no code; only text and SARIF output need the file texts. */
async function textsOf(
  items: readonly { readonly violation: Violation }[],
  format: ReportFormat,
  checked: CheckSubject,
): Promise<ConformanceReport["textOf"]> {
  if (format === "json" || format === "yaml") return () => undefined;
  const { readNow } = checked;
  if (readNow !== undefined) return readNow;
  const texts = new Map<string, string>();
  for (const path of new Set(items.map((item) => item.violation.file_path))) {
    const text = await checked.read(path).catch(() => null);
    if (text !== null) texts.set(path, text);
  }
  return (path) => texts.get(path);
}

function render(
  report: ConformanceReport,
  format: ReportFormat,
  version: string,
  style: Parameters<typeof formatText>[1],
): string {
  switch (format) {
    case "text":
      return formatText(report, style);
    case "yaml":
      return formatYaml(report);
    case "json":
      return formatJson(report);
    case "sarif":
      return formatSarif(report, version);
  }
}

function noCheckLeft(severity: string): AgentForgeError {
  return new AgentForgeError(
    "not_found",
    `nothing was checked: no selected check has severity ${severity} or higher`,
    {
      hint: "The severities are in .agentforge/contracts/*.yaml; a check without one is `major`.",
    },
  );
}

function noSuchCheck(checkIds: readonly string[]): AgentForgeError {
  return new AgentForgeError("not_found", `no contract has a check ${checkIds.join(", ")}`, {
    hint: "The ids are in .agentforge/contracts/*.yaml.",
  });
}
