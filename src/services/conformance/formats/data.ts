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
    unused_exemptions: report.unusedExemptions,
    files_checked: report.filesChecked,
    files_from_cache: report.filesFromCache,
    duration_seconds: toSeconds(report.durationMs),
    seconds_by_part: {
      files: toSeconds(report.time.filesMs),
      checks: Object.fromEntries(
        report.time.checks.map(({ contract, check, ms }) => [`${contract}/${check}`, toSeconds(ms)]),
      ),
    },
  };
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}
