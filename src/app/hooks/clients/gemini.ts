import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { type EventPlace, type HookClient, type Json, QUIET, say } from "../client.ts";
import {
  baseOf,
  calledTool,
  contextOf,
  isRecord,
  type LifeTable,
  lifeEvent,
  outputOf,
  type ToolTable,
} from "../payload.ts";

const TOOLS: ToolTable = {
  run_shell_command: { kind: "shell", key: "command" },
  read_file: { kind: "read", key: "file_path" },
  list_directory: { kind: "read", key: "dir_path" },
  glob: { kind: "read", key: "dir_path" },
  grep_search: { kind: "read", key: "dir_path" },
  search_file_content: { kind: "read", key: "dir_path" },
  write_file: { kind: "write", key: "file_path" },
  replace: { kind: "write", key: "file_path" },
  google_web_search: { kind: "other" },
  web_fetch: { kind: "other" },
  save_memory: { kind: "other" },
  write_todos: { kind: "other" },
};
const LIFE: LifeTable = {
  SessionStart: "start",
  AfterAgent: "stop",
  PreCompress: "compact",
  SessionEnd: "end",
};
const GATES = new Set(["BeforeTool", "AfterAgent"]);

/** Gemini CLI: its own event names, `decision` at the top, nothing but JSON on standard output. */
export const gemini: HookClient = {
  id: "gemini",
  isGate: (eventName) => GATES.has(eventName),
  read: (payload, place) => lifeEvent(payload, place, LIFE) ?? toolEventOf(payload, place),
  answer(payload, event, { decision, notes, masked }) {
    const hookEventName = String(payload.hook_event_name);
    if (decision.effect !== "allow" && (event.event === "before_tool" || event.event === "stop"))
      return say({ decision: "deny", reason: decision.reason });
    if (masked !== null)
      return say({
        hookSpecificOutput: { hookEventName, tool_output: masked, additionalContext: contextOf(notes) },
      });
    if (notes.length === 0 || event.event === "end") return QUIET;
    if (event.event === "start" || event.event === "after_tool" || event.event === "tool_failed")
      return say({ hookSpecificOutput: { hookEventName, additionalContext: contextOf(notes) } });
    return say({ systemMessage: contextOf(notes) });
  },
};

function toolEventOf(payload: Json, place: EventPlace): GuardEvent | null {
  const base = { ...baseOf(payload, place), attended: false };
  const tool = () => calledTool(payload, place.cwd, TOOLS);
  if (payload.hook_event_name === "BeforeTool") return { ...base, event: "before_tool", tool: tool() };
  if (payload.hook_event_name !== "AfterTool") return null;
  return { ...base, ...outcomeOf(payload.tool_response), tool: tool() };
}

/** A shell that failed says so in its text: `Exit Code: 1`; what it printed stands behind `Output: `. */
function outcomeOf(
  response: unknown,
): Pick<Extract<GuardEvent, { event: "after_tool" | "tool_failed" }>, "event" | "result"> {
  const fields = isRecord(response) ? response : {};
  const content = fields.llmContent ?? response;
  const output = (typeof content === "string" ? content : outputOf(content)).replace(/^Output: /m, "");
  const told = /(?:^|\n)Exit Code: (\d+)/.exec(output)?.[1];
  const exit_code = told === undefined ? null : Number(told);
  const failed = (fields.error !== undefined && fields.error !== null) || (exit_code ?? 0) !== 0;
  return { event: failed ? "tool_failed" : "after_tool", result: { exit_code, output } };
}
