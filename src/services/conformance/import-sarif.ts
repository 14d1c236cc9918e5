import type { Severity } from "../../domain/entities/common.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { CHECK_TYPES } from "./checks/list.ts";
import type { Check, Contract } from "./contract.ts";
import type { Reported } from "./linter-output.ts";
import { type OwnResult, readOwnResult } from "./own-log.ts";
import { editsOf, placeReported } from "./place-reported.ts";
import { LineMap } from "./position.ts";
import { describeUnmapped, type TreePaths } from "./report-paths.ts";
import type { Rule } from "./rules.ts";
import { type CheckOutcome, hashOf, NO_TIME, type RuleViolation } from "./run-checks.ts";
import { readSarif } from "./sarif-import.ts";

export interface SarifImport {
  readonly text: string;
  readonly tree: TreePaths;
  /**
   * Ids of the repository's own contracts: a log cannot change their violations, no matter how it names its
   * tool.
   */
  readonly ownContracts?: readonly string[];
  readonly read: (path: string) => Promise<string>;
}

const SEVERITY_OF_LEVEL: Readonly<Record<string, Severity>> = {
  error: "critical",
  warning: "major",
  note: "minor",
  none: "info",
};

const NEXT_STEP =
  "Import it at the commit it was created for; `--root` names the repository's folder on the machine that wrote it.";

export interface ImportOutcome extends CheckOutcome {
  readonly tool: string;
  /** Results in ignored or generated files, which do not become violations. */
  readonly leftOut: readonly string[];
}

/**
 * The results of another tool's log as the outcome of a run: the tool is the contract, its rules are the checks.
 * Importing a later log of the same tool resolves what it no longer reports. A log that AgentForge wrote keeps the ids and
 * severities of its violations, and resolves nothing: only a run of the checks knows what is gone.
 */
export async function outcomeOfSarif(request: SarifImport): Promise<ImportOutcome> {
  const started = performance.now();
  const report = readSarif(request.text);
  if (report.status === "unreadable") {
    throw new AgentForgeError("bad_input", "this is not a SARIF 2.1.0 log", {
      hint: "Export it with `ruff check --output-format sarif` or ESLint's @microsoft/eslint-formatter-sarif.",
    });
  }
  const contract = contractOf(report.tool, request.ownContracts ?? []);
  const rules = new Map<string, Rule>();
  const texts = new Map<string, string>();
  const { placed, unlisted, unmapped } = await placeReported(report.findings, request.tree, {
    foreign: true,
  });
  for (const path of new Set(placed.map((each) => each.path))) texts.set(path, await request.read(path));
  const findings = placed.map((reported) => {
    const id = reported.rule ?? "unnamed";
    const own = readOwnResult(report.tool, reported);
    const rule = rules.get(id) ?? ruleOf(own, id, reported, contract);
    if (own === null) rules.set(id, rule);
    const raw = toRawViolation(reported, rule, texts.get(reported.path) ?? "");
    return own === null ? raw : { ...raw, snippet: own.snippet ?? "", fingerprint: own.fingerprint };
  });
  return {
    tool: report.tool,
    leftOut: unlisted,
    findings,
    rules: unmapped.length === 0 ? [...rules.values()] : [],
    // A result that could not be placed may be a recorded violation, so nothing is resolved.
    wholeContracts: unmapped.length === 0 ? [contract.id] : [],
    problems:
      unmapped.length === 0
        ? []
        : [
            {
              contract: contract.id,
              check: "import",
              why: describeUnmapped(report.tool, unmapped, NEXT_STEP),
            },
          ],
    idle: [],
    unusedExemptions: [],
    covers: () => true,
    present: new Set(request.tree.files),
    filesChecked: texts.size,
    filesFromCache: 0,
    durationMs: performance.now() - started,
    time: NO_TIME,
  };
}

function contractOf(tool: string, own: readonly string[]): Contract {
  const name =
    tool
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "sarif";
  const id = own.includes(name) ? `${name}-log` : name;
  return { id, description: `What ${tool} reports`, applies_to: ["**"], checks: [], exemptions: [] };
}

function ruleOf(own: OwnResult | null, id: string, reported: Reported, contract: Contract): Rule {
  const shared = { applies: () => true, key: id };
  if (own === null) return { ...shared, contract, check: checkOf(id, reported) };
  const check = { ...checkOf(own.check, reported), severity: own.severity };
  return { ...shared, contract: { ...contract, id: own.contract }, check };
}

function checkOf(id: string, reported: Reported): Check {
  const type = CHECK_TYPES.find((each) => each.meta.id === "command");
  if (type === undefined) throw new Error("the family has no command check");
  return {
    id,
    severity: SEVERITY_OF_LEVEL[reported.level ?? "warning"] ?? "major",
    message: reported.message,
    type,
    options: {},
  };
}

function toRawViolation(reported: Reported, rule: Rule, fileText: string): RuleViolation {
  const map = new LineMap(fileText);
  const { line, column = 1, endLine = line } = reported;
  const range =
    line === undefined || endLine === undefined
      ? null
      : { line, column, endLine, endColumn: reported.endColumn ?? map.textOf(endLine).length + 1 };
  const edits = editsOf(reported, map);
  const snippet = range === null ? reported.message : map.textOf(range.line).trim();
  return {
    path: reported.path,
    range,
    snippet,
    scope: "",
    message: reported.message,
    surroundings: hashOf(`${reported.message} ${column}`).slice(0, 12),
    ...(reported.suppressed && { suppressed: reported.suppressed }),
    ...(edits === undefined ? {} : { edits }),
    rule,
    origin: reported.origin,
    textHash: hashOf(fileText),
  };
}
