import type { Escalation } from "../../entities/escalation.ts";
import type { StepResult } from "../../entities/session.ts";

type Analysis = Escalation["agent_analysis"];

const READERS = ["read_file", "load_context", "get_violation_context"];
const WRITERS = ["edit_file", "write_file"];
const MOST_NAMED = 20;
const LONGEST = 400;

/** A summary of what a brain read, tried and thought before it escalated, from its recorded steps. */
export function analyzeSteps(steps: readonly StepResult[]): Analysis {
  const calls = steps.flatMap((step) => step.action?.tool_calls ?? []);
  const paths = (names: readonly string[]) =>
    calls.filter((call) => names.includes(call.name)).flatMap((call) => pathsIn(call.parameters));
  return {
    files_examined: [...new Set([...paths(READERS), ...paths(WRITERS)])].slice(0, MOST_NAMED),
    attempted_approaches: steps.flatMap(approachOf).slice(-MOST_NAMED),
    understanding: steps
      .map((step) => step.action?.reasoning.trim() ?? "")
      .filter((text) => text !== "")
      .slice(-3)
      .map((text) => text.slice(0, LONGEST)),
  };
}

/** A step that changed files, or a refused change, as a sentence. */
function approachOf(step: StepResult): string[] {
  const { action } = step;
  if (action === null) return [];
  if (action.metadata.restored === true) return [action.reasoning.slice(0, LONGEST)];
  return action.tool_calls.flatMap((call, index) => {
    if (!WRITERS.includes(call.name)) return [];
    const failed = step.tool_results[index]?.success === false;
    return [`${call.name} ${pathsIn(call.parameters).join(", ")}${failed ? " (refused)" : ""}`];
  });
}

function pathsIn(parameters: unknown): string[] {
  if (Array.isArray(parameters)) return parameters.flatMap(pathsIn);
  if (parameters === null || typeof parameters !== "object") return [];
  return Object.entries(parameters).flatMap(([name, value]) =>
    (name === "path" || name === "file_path") && typeof value === "string" ? [value] : pathsIn(value),
  );
}
