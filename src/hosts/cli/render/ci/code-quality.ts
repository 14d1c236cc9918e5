import type { CiReport } from "../../../../workflows/ci/ci.ts";

/** GitLab's code quality report, for `artifacts: reports: codequality`. GitLab has the same severities as we do. */
export function codeQualityOf({ checked }: Pick<CiReport, "checked">): string {
  const issues = (checked?.fresh ?? []).map((violation) => ({
    description: violation.message,
    check_name: `${violation.contract_id}/${violation.check_id}`,
    fingerprint: violation.fingerprint,
    severity: violation.severity,
    location: { path: violation.file_path, lines: { begin: violation.line ?? 1 } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}
