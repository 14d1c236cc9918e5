import type { FailureReport, MissionReport, WithdrawalReport } from "../../../domain/ports/plans.ts";
import { countFailing } from "../../../domain/rules/proof/failing.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { freeText } from "./markdown.ts";
import { front } from "./write-plan.ts";

export function missionReport(report: MissionReport): string {
  return [
    front({
      trace_id: report.traceId,
      request_id: report.requestId,
      status: "completed",
      completed_at: report.at,
      branch: report.branch,
      commit: report.commit,
      pull_request: report.pullRequest,
    }),
    `# Mission Report: ${oneLine(report.title)}`,
    "",
    "## Summary",
    "",
    freeText(report.goal),
    "",
    "## Changes",
    "",
    ...report.files.map((path) => `- \`${path}\``),
    "",
    `On branch \`${report.branch}\` as \`${report.commit.slice(0, 12)}\`. To see it: \`git diff HEAD...${report.branch}\`. To merge it: \`git merge ${report.branch}\`.`,
    ...(report.pullRequest === null ? [] : ["", `Pull request: ${report.pullRequest}`]),
    "",
    "## Evidence",
    "",
    ...evidenceLines(report.evidence),
    "",
    "## Execution Context",
    "",
    `- Agent: ${report.agent}`,
    `- Branch: ${report.branch}`,
    `- Tools executed: ${toolCounts(report.actionsRun)}`,
    "",
  ].join("\n");
}

function evidenceLines(evidence: MissionReport["evidence"]): string[] {
  const { tests_after: tests, changed_lines: lines, fixed } = evidence;
  const ran =
    tests.status === "no_tests"
      ? "none ran: only the checks support this change"
      : `${tests.passed} passed, ${countFailing(tests)} failed, ${tests.skipped} skipped (${tests.framework})`;
  const covered = lines.covered === null ? "not measured" : `${lines.covered} of ${lines.total}`;
  const checks =
    evidence.checks_after === null
      ? "no contracts"
      : `${counted(evidence.checks_before ?? 0, "violation")} before, ${evidence.checks_after} after`;
  return [
    `- Tests: ${ran}`,
    ...(fixed.length === 0 ? [] : [`- Tests that failed before and pass now: ${fixed.join(", ")}`]),
    `- Changed lines that a test runs: ${covered}`,
    `- Checks: ${checks}`,
    `- Confidence: ${evidence.confidence.overall.toFixed(2)}`,
    ...evidence.notes.map((note) => `- ${oneLine(note)}`),
  ];
}

export function failureReport(report: FailureReport): string {
  const longest = Math.max(2, ...(report.details.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return [
    front({
      trace_id: report.traceId,
      request_id: report.requestId,
      status: "failed",
      failed_at: report.at,
      error_type: report.errorType,
    }),
    `# Failure Report: ${oneLine(report.title)}`,
    "",
    "## Error Summary",
    "",
    freeText(report.summary),
    "",
    "## Error Details",
    "",
    fence,
    report.details.trim(),
    fence,
    "",
    "## Execution Context",
    "",
    `- Agent: ${report.agent}`,
    `- Branch: ${report.branch} (not created: the changes were discarded)`,
    `- Tools executed before failure: ${toolCounts(report.actionsRun)}`,
    `- Last successful operation: ${report.lastSuccess === null ? "none" : oneLine(report.lastSuccess)}`,
    "",
    "## Next Steps",
    "",
    `1. Read the error, and fix what it names: the request, the plan, or the code.`,
    `2. The request is in \`Inbox/Requests\` again with status "error", and the plan in \`Inbox/Archive\`. Write a new plan with \`agentforge plan new ${report.requestId}\`, or set the request's status to "new" if a model writes plans.`,
    `3. To retry the same plan, move it from \`Inbox/Archive\` to \`System/Active\`.`,
    "",
  ].join("\n");
}

export function withdrawalReport(report: WithdrawalReport): string {
  const { actionsRun, total } = report;
  const by = report.by === null ? "A person" : oneLine(report.by);
  return [
    front({
      trace_id: report.traceId,
      request_id: report.requestId,
      status: report.status,
      withdrawn_at: report.at,
    }),
    `# Withdrawal Report: ${oneLine(report.title)}`,
    "",
    "## Summary",
    "",
    `${by} answered while the plan was being executed. It was stopped: ${actionsRun.length} of ${counted(total, "action")} had run. No commit was made.`,
    ...(report.reason === null ? [] : ["", "## Reason", "", freeText(report.reason)]),
    "",
    "## Execution Context",
    "",
    `- Agent: ${report.agent}`,
    `- Branch: ${report.branch} (not created: the changes were discarded)`,
    `- Tools executed before that: ${toolCounts(actionsRun)}`,
    `- Running when it was stopped: ${oneLine(report.doing)}`,
    "",
  ].join("\n");
}

/** read_file (3), list_directory (1) */
function toolCounts(tools: readonly string[]): string {
  if (tools.length === 0) return "none";
  return [...Map.groupBy(tools, (tool) => tool)].map(([tool, runs]) => `${tool} (${runs.length})`).join(", ");
}

function oneLine(words: string): string {
  return freeText(words).replace(/\s+/g, " ");
}
