import { stringify } from "yaml";
import type { ConformanceReport } from "./report.ts";

/** All known data, for programs. */
export function formatJson(report: ConformanceReport): string {
  return `${JSON.stringify(toData(report), null, 2)}\n`;
}

export function formatYaml(report: ConformanceReport): string {
  return stringify(toData(report), { lineWidth: 0 });
}

function toData(report: ConformanceReport) {
  return {
    violations: report.items.map(({ violation, isNew, range, why, edits }) => ({
      ...violation,
      is_new: isNew,
      end_line: range?.endLine ?? null,
      end_column: range?.endColumn ?? null,
      why,
      fixable: edits !== null,
    })),
    in_baseline: report.inBaseline ?? 0,
    problems: report.problems,
    idle: report.idle,
    files_checked: report.filesChecked,
    duration_seconds: Math.round(report.durationMs) / 1000,
  };
}
