import type { Severity } from "../../../../domain/entities/common.ts";
import type { CiReport } from "../../../../workflows/ci/ci.ts";

const SEVERITIES: Readonly<Record<Severity, string>> = {
  blocker: "blocker",
  critical: "critical",
  major: "major",
  minor: "minor",
  info: "info",
};

/** GitLab's code quality report, for `artifacts: reports: codequality`. */
export function codeQualityOf({ checked }: Pick<CiReport, "checked">): string {
  const issues = (checked?.fresh ?? []).map((violation) => ({
    description: violation.message,
    check_name: `${violation.contract_id}/${violation.check_id}`,
    fingerprint: violation.fingerprint,
    severity: SEVERITIES[violation.severity],
    location: { path: violation.file_path, lines: { begin: violation.line ?? 1 } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
