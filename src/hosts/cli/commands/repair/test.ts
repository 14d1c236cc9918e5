import type { LineCoverage } from "../../../../domain/entities/test-result.ts";
import { suitesWithoutVerdict } from "../../../../domain/rules/proof/verdict.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { runTests, type TestReport } from "../../../../workflows/proof/run-tests.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { count } from "../../render/review.ts";
import { visible, visibleName } from "../../terminal.ts";

export interface TestOptions {
  readonly lastFailed?: boolean;
  readonly coverage?: boolean;
}

export async function runTestCommand(
  context: CommandContext,
  wanted: readonly string[],
  options: TestOptions,
): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    context.progress.say("Running the tests");
    const request = { wanted, lastFailed: options.lastFailed ?? false, coverage: options.coverage ?? false };
    const report = await runTests(app.ports, request, context.signal);
    context.progress.end();
    const { status } = report.result;
    const exitCode = status === "passed" ? 0 : status === "failed" ? 1 : 2;
    return { exitCode, text: renderReport(report, context), data: report };
  });
}

function renderReport(report: TestReport, context: CommandContext): string {
  const { paint } = context;
  const { result } = report;
  const failures = result.failures.flatMap((failure) => {
    const place = failure.test_file
      ? ` (${failure.test_file}${failure.line_number ? `:${failure.line_number}` : ""})`
      : "";
    const message = visible(failure.error_message)
      .split("\n")
      .slice(0, 8)
      .map((line) => `      ${line}`);
    return [`  ${paint("red", "✖")} ${visible(failure.test_id)}${paint("dim", place)}`, ...message];
  });
  const raw =
    result.status === "could_not_run" || result.status === "no_tests" ? tail(result.raw_output) : [];
  const color = result.status === "passed" ? "green" : "red";
  return [
    ...failures,
    ...raw,
    ...suitesWithoutVerdict(result).map((why) => paint("red", `  ✖ ${visible(why)}`)),
    ...(report.environmentProblem ? [paint("yellow", `  ▲ ${visible(report.environmentProblem)}`)] : []),
    ...report.notes.map((note) => paint("yellow", `  ▲ ${visible(note)}`)),
    ...coverageLines(report.coverage),
    `${paint(color, result.status.replaceAll("_", " "))}: ${count(result)} (${result.framework}, ${result.duration_seconds.toFixed(1)} s)`,
  ].join("\n");
}

function coverageLines(coverage: LineCoverage | null): string[] {
  if (coverage === null) return [];
  return Object.entries(coverage).map(([path, lines]) => {
    const all = new Set([...lines.executable, ...lines.executed]).size;
    return `  ${visibleName(path)}: ${lines.executed.length} of ${counted(all, "line")}`;
  });
}

function tail(output: string): string[] {
  return output
    .trim()
    .split("\n")
    .slice(-20)
    .map((line) => `    ${visible(line)}`);
}
