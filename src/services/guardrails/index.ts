export { denialId, denialKey, describeTool } from "./allowances/denial.ts";

export { type Allowance, type Denial, openAllowances, type Scope } from "./allowances/store.ts";
export { analyzeTrace, type TracedRun } from "./analysis/analyze.ts";
export { type Comparison, compareTraces } from "./analysis/compare.ts";
export { traceText } from "./analysis/format.ts";
export { traceHtml } from "./analysis/page.ts";
export type { TraceReport } from "./analysis/report.ts";
export { diskFiles } from "./disk-files.ts";
export { type EvaluateOptions, type Evaluation, evaluate, type Permit } from "./evaluate.ts";
export { evaluateLines, type LineAnswer } from "./evaluate-lines.ts";
export { type FileView, NO_FILES } from "./files.ts";
export { GUARDS } from "./guards/list.ts";
export { writtenPaths } from "./harness/edits.ts";
export { evaluateStored } from "./harness/guarded-session.ts";
export { fingerprint, recordOf, type TraceRecord } from "./harness/record.ts";
export { EMPTY_STATE } from "./harness/state.ts";
export { type HarnessStore, openHarness } from "./harness/store.ts";
export { appendRecord, readRecords } from "./harness/trace-file.ts";
export { inspectCommand } from "./inspect.ts";
export { maskOf } from "./redaction/redact.ts";
export { describePolicy, type PolicyLine } from "./settings/describe-policy.ts";
export type { Origins } from "./settings/layers.ts";
export { type LoadedHarness, loadHarness } from "./settings/load-harness.ts";
export { loadSettings } from "./settings/load-settings.ts";

export { DEFAULT_SETTINGS, type HarnessSettings } from "./settings/settings.ts";
