import type { Session, StepResult } from "../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import type { TraceRecord } from "../../services/guardrails/index.ts";

/** One of our own sessions as a trace. Steps have durations, not times, so they are placed one after another. */
export function readSession(session: Session, steps: readonly StepResult[]): TraceRecord[] {
  let at = Date.parse(session.started_at);
  return steps.flatMap((step) => {
    at += step.duration_seconds * 1000;
    const timestamp = new Date(at).toISOString();
    return step.tool_results.map((result, index) => {
      const record = callRecord(result, step.action?.tool_calls[index]);
      const tokens = index === 0 && step.tokens_used > 0 ? { tokens: step.tokens_used } : {};
      return { ...record, ...tokens, timestamp, session_id: session.session_id };
    });
  });
}

function callRecord(
  result: ToolResult,
  call: ToolCall | undefined,
): Omit<TraceRecord, "timestamp" | "session_id"> {
  const { tool_name: tool, success, error } = result;
  const path = call?.parameters.path;
  const writes = /^(?:write|edit)_file$/.test(tool);
  const paths = typeof path === "string" ? [path] : [];
  return {
    event: success ? "after_tool" : "tool_failed",
    tool,
    kind: writes ? "write" : /^run_/.test(tool) ? "execute" : "read",
    result: success ? "success" : "failure",
    action: `${tool}:${JSON.stringify(call?.parameters ?? {})}`,
    ...(paths[0] === undefined ? {} : { input: { file_path: paths[0] } }),
    ...(writes && success && paths.length > 0 ? { edits: paths } : {}),
    ...(error ? { error } : {}),
    ...testsOf(result),
  };
}

function testsOf({ tool_name, output }: ToolResult): Pick<TraceRecord, "tests"> {
  if (!/^run_(?:tests|single_test)$/.test(tool_name)) return {};
  const status = typeof output === "object" && output !== null && "status" in output ? output.status : null;
  return { tests: status === "passed" || status === "passing" ? "passed" : "failed" };
}
