import type { LineCoverage, TestResult, TestStatus } from "../../../domain/entities/test-result.ts";
import type { Execution } from "../../../domain/ports/sandbox.ts";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import type { Report, ReportedTest } from "../contract.ts";
import { bounded, clean } from "./text.ts";

const RAW_LIMIT = 200_000;

interface Ingredients {
  readonly framework: string;
  readonly command: readonly string[];
  readonly execution: Execution;
  /** Which time limit stopped it, and what to do; null if none did. */
  readonly timeOut?: string | null;
  readonly report: Report | null;
  /** Tests outside the selection ran and failed; then the exit code is about them, not about the selection. */
  readonly othersFailed?: boolean;
  /** Only some lines were measured, so there is no overall figure. */
  readonly isPartial?: boolean;
  /** The tool itself reported that there are no tests, whatever its exit code. */
  readonly foundNone?: boolean;
  /** The tool writes a report; if it is missing, something went wrong. */
  readonly reports?: boolean;
}

/** The only place where a tool's report becomes a result with a status. */
export function assemble({
  framework,
  command,
  execution,
  timeOut = null,
  report,
  othersFailed = false,
  isPartial = false,
  foundNone = false,
  reports = true,
}: Ingredients): TestResult {
  const tests = report?.tests ?? [];
  return {
    status: statusOf(execution, report, { othersFailed, foundNone, reports }),
    framework,
    command: [...command],
    ...counts(tests),
    duration_seconds: execution.durationMs / 1000,
    coverage_percent: isPartial ? null : percent(report?.coverage ?? null),
    tests: tests.map(({ id, file, name, status, seconds }) => ({
      id,
      file,
      name,
      status,
      duration_seconds: seconds,
    })),
    failures: tests.filter(isFailing).map((test) => failureOf(test, timeOut)),
    parsing_failed: report === null,
    exit_code: execution.exitCode,
    raw_output: rawOutput(execution, timeOut),
    suites: [],
  };
}

/**
 * A failing test is a failure even if the tool crashed afterwards. An unfinished report is never a success, nor is a
 * run without an executed test, nor one whose tool reports failure although every test passed. A tool that failed
 * before it executed a test did not start: only its own report makes that "no tests".
 */
function statusOf(
  execution: Execution,
  report: Report | null,
  { othersFailed, foundNone, reports }: Required<Pick<Ingredients, "othersFailed" | "foundNone" | "reports">>,
): TestStatus {
  if (execution.timedOut) return "timed_out";
  if (report?.tests.some(isFailing)) return "failed";
  if (execution.killedBy !== null) return "could_not_run";
  if (foundNone) return "no_tests";
  const succeeded = execution.exitCode === 0 || othersFailed;
  if (report === null) return succeeded && !reports ? "no_tests" : "could_not_run";
  if (!report.finished) return "could_not_run";
  if (report.tests.every((test) => test.status === "skipped"))
    return succeeded ? "no_tests" : "could_not_run";
  return succeeded ? "passed" : "failed";
}

/** Expected failures count as skipped, as in JUnit reports: they prove nothing about the code. */
export function counts(tests: readonly { readonly status: ReportedTest["status"] }[]) {
  const having = (...wanted: ReportedTest["status"][]) =>
    tests.filter((test) => wanted.includes(test.status));
  return {
    total_tests: tests.length,
    passed: having("passed").length,
    failed: having("failed").length,
    skipped: having("skipped", "expected_failure").length,
    errors: having("error").length,
  };
}

function percent(coverage: LineCoverage | null): number | null {
  if (coverage === null) return null;
  const files = Object.values(coverage);
  const executable = files.reduce((sum, file) => sum + file.executable.length, 0);
  const executed = files.reduce((sum, file) => sum + file.executed.length, 0);
  return executable === 0 ? null : Math.min(100, (100 * executed) / executable);
}

function failureOf(test: ReportedTest, timeOut: string | null): TestResult["failures"][number] {
  const isHung = timeOut !== null && test.failure?.type === "Timeout";
  return {
    test_id: test.id,
    test_name: test.name,
    test_file: test.file,
    line_number: test.failure?.line ?? null,
    error_type: test.failure?.type ?? "Error",
    error_message: clean(test.failure?.message ?? "failed") + (isHung ? ` (${timeOut})` : ""),
    stack_trace: clean(test.failure?.stack ?? ""),
  };
}

function rawOutput(execution: Execution, timeOut: string | null): string {
  const { stdout, stderr, killedBy } = execution;
  const ended = killedBy === null ? "" : `\nThe sandbox stopped it: ${timeOut ?? killedBy}.\n`;
  const output = stderr.trim() === "" ? stdout : `${stdout}\n--- stderr ---\n${stderr}`;
  return bounded(output + ended, RAW_LIMIT);
}
