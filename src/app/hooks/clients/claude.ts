import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import {
  type EventPlace,
  type HookAnswer,
  type HookClient,
  type Json,
  type Judgement,
  QUIET,
  say,
} from "../client.ts";
import {
  baseOf,
  calledTool,
  contextOf,
  isRecord,
  type LifeTable,
  lifeEvent,
  mapTexts,
  outputOf,
  type ToolTable,
  toolOf,
} from "../payload.ts";

const TOOLS: ToolTable = {
  Read: { kind: "read", key: "file_path" },
  Glob: { kind: "read", key: "path" },
  Grep: { kind: "read", key: "path" },
  LS: { kind: "read", key: "path" },
  Write: { kind: "write", key: "file_path" },
  Edit: { kind: "write", key: "file_path" },
  MultiEdit: { kind: "write", key: "file_path" },
  NotebookEdit: { kind: "write", key: "notebook_path" },
  Bash: { kind: "shell", key: "command" },
  PowerShell: { kind: "shell", key: "command" },
  Monitor: { kind: "shell", key: "command" },
  Agent: { kind: "other" },
  Task: { kind: "other" },
  Skill: { kind: "other" },
  ToolSearch: { kind: "other" },
  WebFetch: { kind: "other" },
  WebSearch: { kind: "other" },
};
const LIFE: LifeTable = {
  SessionStart: "start",
  Stop: "stop",
  SubagentStop: "stop",
  PreCompact: "compact",
  SessionEnd: "end",
};
const GATES = new Set(["PreToolUse", "Stop", "SubagentStop"]);
/** In these modes the client would not put a question to anybody. */
const NEVER_ASKS = new Set(["bypassPermissions", "dontAsk"]);
const REFUSED = /^(?:<tool_use_error>|PreToolUse:\S* hook error|Exit code [1-9]|Error:|Permission to use )/;

/** Claude Code, measured on 2.1.325; only shapes that 2.1.197 reads too. */
export const claude: HookClient = {
  id: "claude",
  isGate: (eventName) => GATES.has(eventName),
  read: (payload, place) => lifeOf(payload, place) ?? toolEventOf(payload, place),
  answer(payload, event, judgement) {
    const name = String(payload.hook_event_name);
    switch (event.event) {
      case "before_tool":
        return beforeTool(judgement);
      case "after_tool":
      case "tool_failed":
        return afterTool(name, payload, judgement);
      case "start":
      case "batch":
        return context(name, judgement);
      case "stop":
        return onStop(judgement);
      case "compact":
        return { ...QUIET, stdout: contextOf(judgement.notes) };
      default:
        return QUIET;
    }
  },
};

function lifeOf(payload: Json, place: EventPlace): GuardEvent | null {
  const event = lifeEvent(payload, place, LIFE);
  if (event?.event !== "stop") return event;
  // The fork that writes the summary of a compaction has no type, and nothing to finish.
  if (payload.hook_event_name === "SubagentStop" && payload.agent_type === "") return null;
  const { background_tasks } = payload;
  const tasks = Array.isArray(background_tasks) ? background_tasks : [];
  const background_commands = tasks.flatMap((task) =>
    isRecord(task) && typeof task.command === "string" ? [task.command] : [],
  );
  return { ...event, background: tasks.length, background_commands };
}

function toolEventOf(payload: Json, place: EventPlace): GuardEvent | null {
  const base = baseOf(payload, place);
  const tool = () => calledTool(payload, place.cwd, TOOLS);
  switch (payload.hook_event_name) {
    case "PreToolUse":
      return {
        ...base,
        event: "before_tool",
        tool: tool(),
        attended: !NEVER_ASKS.has(String(payload.permission_mode)),
      };
    case "PostToolUse":
      return { ...base, ...outcome(payload), tool: tool() };
    case "PostToolUseFailure": {
      const output = typeof payload.error === "string" ? payload.error : outputOf(payload.error);
      const code = /^Exit code (\d+)/.exec(output)?.[1];
      return {
        ...base,
        event: "tool_failed",
        tool: tool(),
        result: { exit_code: code === undefined ? null : Number(code), output },
      };
    }
    case "PostToolBatch":
      return { ...base, event: "batch", calls: callsOf(payload, place.cwd) };
    default:
      return null;
  }
}

/** A command that was put in the background has started; nothing is known about how it ends. */
function outcome(
  payload: Json,
): Pick<Extract<GuardEvent, { event: "after_tool" | "tool_failed" }>, "event" | "result"> {
  const response = payload.tool_response;
  const output = outputOf(response);
  const fields = isRecord(response) ? response : {};
  if (fields.interrupted === true)
    return { event: "tool_failed", result: { exit_code: null, output: output || "interrupted" } };
  const input = isRecord(payload.tool_input) ? payload.tool_input : {};
  const isUnfinished = input.run_in_background === true || typeof fields.backgroundTaskId === "string";
  const isShell = "stdout" in fields || "stderr" in fields;
  return {
    event: "after_tool",
    result: { exit_code: isShell ? 0 : null, output, ...(isUnfinished ? { finished: false as const } : {}) },
  };
}

function callsOf(payload: Json, cwd: string): Extract<GuardEvent, { event: "batch" }>["calls"] {
  const calls = Array.isArray(payload.tool_calls) ? payload.tool_calls.filter(isRecord) : [];
  return calls.map((call) => {
    const response = outputOf(call.tool_response);
    const name = typeof call.tool_name === "string" ? call.tool_name : "unknown";
    return { tool: leniently(name, call.tool_input, cwd), error: REFUSED.test(response) ? response : null };
  });
}

/** A batch tells of calls the client refused, also because their input was no good. */
function leniently(name: string, input: unknown, cwd: string) {
  try {
    return toolOf(name, isRecord(input) ? input : {}, cwd, TOOLS);
  } catch {
    return { kind: "other" as const, name };
  }
}

/** Silence lets the client's own permissions decide; `allow` would overrule them. */
function beforeTool(judgement: Judgement): HookAnswer {
  const { effect, reason } = judgement.decision;
  if (effect === "allow") return context("PreToolUse", judgement);
  return say({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: effect,
      permissionDecisionReason: reason,
    },
  });
}

function afterTool(name: string, payload: Json, judgement: Judgement): HookAnswer {
  if (judgement.masked === null || name !== "PostToolUse") return context(name, judgement);
  const masked = mapTexts(payload.tool_response, judgement.mask);
  const key = String(payload.tool_name).startsWith("mcp__") ? "updatedMCPToolOutput" : "updatedToolOutput";
  return say({
    hookSpecificOutput: { hookEventName: name, additionalContext: contextOf(judgement.notes), [key]: masked },
  });
}

/** A refusal goes on with the work. Context would do so too, so what lets it stop is said to the person. */
function onStop({ decision, notes }: Judgement): HookAnswer {
  if (decision.effect !== "allow") return say({ decision: "block", reason: decision.reason });
  return notes.length === 0 ? QUIET : say({ systemMessage: contextOf(notes) });
}

function context(name: string, { notes }: Judgement): HookAnswer {
  if (notes.length === 0) return QUIET;
  return say({ hookSpecificOutput: { hookEventName: name, additionalContext: contextOf(notes) } });
}
