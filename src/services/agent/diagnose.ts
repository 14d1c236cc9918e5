import { z } from "zod";
import { Score, Severity } from "../../domain/entities/common.ts";
import { AffectedFile, DiagnosticReport, IssueType } from "../../domain/entities/diagnostic.ts";
import type { StepResult } from "../../domain/entities/session.ts";
import type { ToolCall } from "../../domain/entities/tool.ts";
import type { ModelTool } from "../../domain/ports/model.ts";
import { toolSchema } from "../../domain/rules/runs/tool-schema.ts";
import type { ToolCaller } from "./loop/loop-options.ts";

/** What the model must report: everything that we cannot determine ourselves. */
const Diagnosis = z.object({
  root_cause: z
    .string()
    .min(1)
    .describe("The mistake in one or two sentences, naming the location; not the symptom."),
  affected_files: z
    .array(AffectedFile.pick({ path: true, line_start: true, line_end: true }))
    .describe("Where the mistake is."),
  confidence: Score.describe("0 to 1; below 0.5 if another cause would explain the failures too."),
});

/** A model may report more than requested. */
const FullDiagnosis = Diagnosis.extend({
  suggested_fixes: z.array(z.object({ description: z.string(), confidence: Score })).default([]),
  issue_type: IssueType.default("test_failure"),
  severity: Severity.default("major"),
});

/** The first step of a repair; the same conversation then continues. */
export const REPORT: ModelTool = {
  name: "report_diagnosis",
  description: "Report why the tests fail, before your first change. Call it again when you learn more.",
  parameters: toolSchema(Diagnosis),
  effect: "control",
};

/** The same tools, with reports handled here and passed to `keep`. */
export function takeReports(
  toolCaller: ToolCaller,
  taskId: string,
  keep: (report: DiagnosticReport) => Promise<void>,
): ToolCaller {
  return {
    async call(call, signal, usage) {
      if (call.name !== REPORT.name) return toolCaller.call(call, signal, usage);
      const report = readReport(call, taskId);
      if (typeof report !== "string") await keep(report);
      const error = typeof report === "string" ? report : null;
      const output = error === null ? { status: "noted" } : null;
      return {
        result: { tool_name: call.name, success: error === null, output, error, duration_seconds: 0 },
      };
    },
  };
}

/** The newest report of a resumed session. */
export function lastReport(steps: readonly StepResult[], taskId: string): DiagnosticReport | null {
  const calls = steps.flatMap(({ action, tool_results }) =>
    (action?.tool_calls ?? []).filter((_call, index) => tool_results[index]?.success === true),
  );
  const newest = calls.findLast((call) => call.name === REPORT.name);
  const report = newest ? readReport(newest, taskId) : null;
  return typeof report === "string" ? null : report;
}

/** The report, or what is wrong with it, for the model. */
function readReport({ parameters }: ToolCall, taskId: string): DiagnosticReport | string {
  const read = FullDiagnosis.safeParse(parameters);
  if (!read.success)
    return `The report is invalid: ${z.prettifyError(read.error)}\nCall ${REPORT.name} again with all of it.`;
  const { affected_files, suggested_fixes, ...rest } = read.data;
  return DiagnosticReport.parse({
    ...rest,
    task_id: taskId,
    affected_files: affected_files.map((file) => ({ ...file, code_snippet: "", issue_description: "" })),
    suggested_fixes: suggested_fixes.map((fix, index) => ({
      ...fix,
      fix_id: `fix-${index + 1}`,
      changes: [],
    })),
  });
}
