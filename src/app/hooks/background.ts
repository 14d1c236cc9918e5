import { isServer } from "../../services/guardrails/index.ts";
import type { Json } from "./client.ts";
import { isRecord } from "./payload.ts";

/** Commands whose end tells something about the code. */
const TELLING =
  /\b(?:tests?|specs?|check|lint|verify|build|compile|ci|tox|nox|pytest|jest|vitest|mocha|playwright|cypress|rspec|phpunit|ctest|tsc|mypy|clippy)\b/i;

/**
 * How many of the tasks that Claude Code lists at a stop still have something to tell. It lists the subagent that
 * is stopping as a running task, too; and a development server says nothing about the code, however long it runs.
 */
export function pendingTasks(payload: Json): number {
  const { background_tasks, agent_id } = payload;
  const isSubagent = payload.hook_event_name === "SubagentStop";
  const tasks = Array.isArray(background_tasks) ? background_tasks.filter(isRecord) : [];
  return tasks.filter((task) => {
    if (task.status !== undefined && task.status !== "running") return false;
    // Its siblings are its parent's business.
    if (task.type === "subagent") return !isSubagent && task.id !== agent_id;
    const command = typeof task.command === "string" ? task.command : null;
    return command === null ? !isSubagent : TELLING.test(command) && !isServer(command);
  }).length;
}
