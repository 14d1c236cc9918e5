import type { TraceRecord } from "../harness/record.ts";
import type { TraceStep } from "./report.ts";

/** The calls in a trace, in order: executed, denied, and those that only a batch reports. */
export function stepsOf(records: readonly TraceRecord[]): TraceStep[] {
  const steps: Omit<TraceStep, "number">[] = [];
  let told: string[] = [];
  for (const record of records) {
    const at = Date.parse(record.timestamp);
    if (record.event === "after_tool" || record.event === "tool_failed") {
      const failed = record.result === "failure";
      if (failed && record.action) told.push(record.action);
      steps.push({ ...callOf(record), at, result: failed ? "failure" : "success" });
    } else if (record.event === "before_tool" && record.result === "denied") {
      if (record.action) told.push(record.action);
      steps.push({ ...callOf(record), at, result: "denied", error: record.reason ?? record.rule ?? "" });
    } else if (record.event === "batch") {
      for (const { action, error } of record.failed ?? []) {
        if (told.includes(action)) continue;
        const [kind = "other", tool = "unknown"] = action.split(":");
        steps.push({ at, tool, kind, action, what: tool, result: "failure", error, edits: [], tests: null });
      }
      told = [];
    }
  }
  return steps.map((step, index) => ({ ...step, number: index + 1 }));
}

function callOf(record: TraceRecord): Omit<TraceStep, "number" | "at" | "result"> {
  const tool = record.tool ?? "unknown";
  return {
    tool,
    kind: record.kind ?? "other",
    action: record.action ?? `${tool}:?`,
    what: describe(record) ?? tool,
    error: record.error ?? "",
    edits: record.edits ?? [],
    tests: record.tests ?? null,
  };
}

function describe({ input }: TraceRecord): string | null {
  if (typeof input?.command === "string") return input.command.split("\n")[0]?.slice(0, 120) ?? null;
  if (Array.isArray(input?.argv)) return input.argv.join(" ").slice(0, 120);
  return typeof input?.file_path === "string" ? input.file_path : null;
}
