import type { GuardEvent, GuardedTool } from "../../src/domain/entities/guard-event.ts";

/** A call about to be made at the root of the repository `/repo`. */
export function callOf(tool: GuardedTool | object, attended = false) {
  return {
    event: "before_tool",
    session_id: "s",
    at: "2026-01-01T00:00:00Z",
    root: "/repo",
    cwd: "/repo",
    attended,
    tool: tool as GuardedTool,
  } as const satisfies GuardEvent;
}

export function shellCall(command: string, attended = false) {
  return callOf({ kind: "shell", name: "Bash", command }, attended);
}
