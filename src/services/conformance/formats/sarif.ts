import type { Severity } from "../../../domain/entities/common.ts";
import type { UnusedExemption } from "../../../domain/ports/conformance.ts";
import { IN_CODE } from "../judge-suppressions.ts";
import { BY_TOOL } from "../linter-output.ts";
import { LineMap } from "../position.ts";
import type { ConformanceReport, ReportItem } from "./report.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  blocker: "error",
  critical: "error",
  major: "warning",
  minor: "note",
  info: "note",
};

/**
 * SARIF 2.1.0 with `fixes`. A result from another tool keeps all its properties; only rule, place and identity
 * are replaced.
 */
export function formatSarif(report: ConformanceReport, version: string): string {
  const rules = [...new Map(report.items.map((item) => [ruleIdOf(item), item])).entries()].sort(
    ([left], [right]) => (left < right ? -1 : 1),
  );
  const indexOf = new Map(rules.map(([id], index) => [id, index]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "AgentForge",
            version,
            rules: rules.map(([id, item]) => describeRule(id, item)),
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: report.problems.length === 0,
            toolExecutionNotifications: report.problems.map(({ contract, check, why }) => ({
              level: "error",
              message: { text: why },
              associatedRule: { id: `${contract}/${check}` },
            })),
            toolConfigurationNotifications: report.unusedExemptions.map(describeUnused),
          },
        ],
        results: report.items.map((item) => describeResult(item, indexOf.get(ruleIdOf(item)) ?? 0, report)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeUnused({ contract, check, paths, why }: UnusedExemption) {
  return {
    level: "warning",
    message: { text: `An exemption in the contract ${contract} is unused (${paths.join(", ")}). ${why}` },
    ...(check === null ? {} : { associatedRule: { id: `${contract}/${check}` } }),
  };
}

function ruleIdOf({ violation }: ReportItem): string {
  return `${violation.contract_id}/${violation.check_id}`;
}

function describeRule(id: string, { violation, why }: ReportItem) {
  return {
    id,
    shortDescription: { text: violation.message },
    ...(why === null ? {} : { fullDescription: { text: why } }),
    ...(violation.fix_hint === null ? {} : { help: { text: violation.fix_hint } }),
    defaultConfiguration: { level: LEVELS[violation.severity] },
  };
}

function describeResult(item: ReportItem, ruleIndex: number, report: ConformanceReport) {
  const { violation, range, edits } = item;
  const uri = encodeURI(violation.file_path);
  const text = report.textOf(violation.file_path);
  const origin = (item.origin ?? {}) as { properties?: object };
  const snippet = violation.snippet === null ? {} : { snippet: { text: violation.snippet } };
  const region =
    range === null
      ? {}
      : {
          region: {
            startLine: range.line,
            startColumn: range.column,
            endLine: range.endLine,
            endColumn: range.endColumn,
            ...snippet,
          },
        };
  return {
    level: LEVELS[violation.severity],
    message: { text: violation.message },
    ...(edits === null || text === undefined
      ? {}
      : { fixes: [describeFix(edits, new LineMap(text), violation.message)] }),
    ...origin,
    ruleId: ruleIdOf(item),
    ruleIndex,
    locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, ...region } }],
    partialFingerprints: { "agentforge/v1": violation.fingerprint },
    ...suppressionsOf(item),
    properties: {
      ...origin.properties,
      violation_id: violation.violation_id,
      severity: violation.severity,
      status: violation.status,
    },
  };
}

/** A tool's own suppressions stay as it reported them. */
function suppressionsOf({ violation: { suppression }, origin }: ReportItem) {
  if (suppression === null) return {};
  const { reason } = suppression;
  if (reason.startsWith(BY_TOOL) && origin !== undefined) return {};
  return {
    suppressions: [
      reason.startsWith(IN_CODE)
        ? { kind: "inSource", justification: reason.slice(IN_CODE.length) }
        : { kind: "external", justification: reason },
    ],
  };
}

function describeFix(edits: NonNullable<ReportItem["edits"]>, map: LineMap, title: string) {
  const changes = Map.groupBy(edits, (edit) => edit.path);
  return {
    description: { text: title },
    artifactChanges: [...changes].map(([path, ofFile]) => ({
      artifactLocation: { uri: encodeURI(path), uriBaseId: "%SRCROOT%" },
      replacements: ofFile.map((edit) => {
        const range = map.rangeOf(edit.start, edit.end);
        return {
          deletedRegion: {
            startLine: range.line,
            startColumn: range.column,
            endLine: range.endLine,
            endColumn: range.endColumn,
          },
          insertedContent: { text: edit.text },
        };
      }),
    })),
  };
}
