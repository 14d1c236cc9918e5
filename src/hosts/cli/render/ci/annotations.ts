import type { Severity } from "../../../../domain/entities/common.ts";
import { type CiReport, testResultOf } from "../../../../workflows/ci/ci.ts";

const MOST_ANNOTATIONS = 50;

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  blocker: "error",
  critical: "error",
  major: "warning",
  minor: "notice",
  info: "notice",
};

/** The workflow commands with which GitHub, Gitea and Forgejo Actions annotate lines of a pull request. */
export function annotationsOf(report: CiReport): readonly string[] {
  const tests = (testResultOf(report)?.failures ?? []).map((failure) =>
    command("error", failure.error_message, {
      file: failure.test_file,
      line: failure.line_number,
      title: `${failure.test_name} fails`,
    }),
  );
  const violations = (report.checked?.fresh ?? []).map((violation) =>
    command(LEVELS[violation.severity], violation.message, {
      file: violation.file_path,
      line: violation.line,
      col: violation.column,
      title: `${violation.contract_id}/${violation.check_id}`,
    }),
  );
  return [...tests, ...violations].slice(0, MOST_ANNOTATIONS);
}

/** Everything printed between these two lines is plain text. The token must stay unpredictable. */
export function quoteWith(word: string): { readonly begin: string; readonly end: string } {
  return { begin: `::stop-commands::${word}`, end: `::${word}::` };
}

function command(
  level: "error" | "warning" | "notice",
  message: string,
  properties: Readonly<Record<string, string | number | null>>,
): string {
  const told = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${told.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
