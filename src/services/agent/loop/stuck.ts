import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";

const SAME_STEP = 4;
const FAILING_STEPS = 8;
const CHANGES_OF_A_FILE = 50;
const WITHOUT_A_CALL = 3;
const REMEMBERED = 16;

/** Detects a brain that is going in circles. */
export interface StuckWatch {
  /** Receives every step; returns why to stop, or null. */
  see(calls: readonly ToolCall[], results: readonly ToolResult[]): string | null;
}

export function watchForCircles(): StuckWatch {
  const recent: string[] = [];
  const edits = new Map<string, number>();
  /** The last change that was made: the same call on changed code is a different step. */
  let changed = "";
  let failing = 0;
  let silent = 0;
  return {
    see(calls, results) {
      silent = calls.length === 0 ? silent + 1 : 0;
      if (silent >= WITHOUT_A_CALL) return `it called no tool ${WITHOUT_A_CALL} times in a row`;
      if (calls.length === 0) return null;

      failing = results.every((result) => !result.success) ? failing + 1 : 0;
      if (failing >= FAILING_STEPS) return `every call in its last ${FAILING_STEPS} steps failed`;

      const outcomes = results.map(outcomeOf);
      const isChange = calls.some((call, index) => results[index]?.success && editedPaths(call).length > 0);
      const step = JSON.stringify([calls, outcomes, isChange ? "" : changed]);
      if (isChange) changed = step;
      recent.push(step);
      if (recent.length > REMEMBERED) recent.shift();
      const same = recent.filter((each) => each === step).length;
      if (same >= SAME_STEP) return `it took the same step ${SAME_STEP} times with the same result`;

      for (const path of calls.flatMap(editedPaths)) {
        const count = (edits.get(path) ?? 0) + 1;
        edits.set(path, count);
        if (count > CHANGES_OF_A_FILE) return `it changed ${path} more than ${CHANGES_OF_A_FILE} times`;
      }
      return null;
    },
  };
}

/** Without the notes of guards, which contain counters and so differ every time. */
function outcomeOf({ output, error }: ToolResult): unknown {
  const isNoted = typeof output === "object" && output !== null && "result" in output && "notes" in output;
  return [isNoted ? output.result : output, error];
}

function editedPaths(call: ToolCall): string[] {
  const { path, files } = call.parameters;
  if (call.name === "write_file" && typeof path === "string") return [path];
  if (call.name !== "edit_file" || !Array.isArray(files)) return [];
  return files.flatMap((file) => {
    if (typeof file !== "object" || file === null || Array.isArray(file)) return [];
    const changes = Array.isArray(file.changes) ? file.changes.length : 1;
    return typeof file.path === "string" ? new Array<string>(changes).fill(file.path) : [];
  });
}
