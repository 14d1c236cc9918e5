import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { pendingTasks } from "../background.ts";
import { type HookAnswer, type HookClient, type Json, type Judgement, QUIET, say } from "../client.ts";
import { contextOf, mapTexts, outputOf } from "../payload.ts";
import { type Outcome, readEvent } from "../read-event.ts";
import { type ClientSetup, gateLine, hookArguments, SECONDS, sampleOf, settingsIn } from "../setup.ts";

/** In these modes the client does not ask anyone. */
const NEVER_ASKS = new Set(["bypassPermissions", "dontAsk"]);

/** Claude Code, measured on 2.1.325; only shapes that 2.1.197 reads too. */
export const claude: HookClient = {
  id: "claude",
  events: {
    SessionStart: "start",
    PreToolUse: "before_tool",
    PostToolUse: "after_tool",
    PostToolUseFailure: "tool_failed",
    PostToolBatch: "batch",
    Stop: "stop",
    SubagentStop: "stop",
    PreCompact: "compact",
    SessionEnd: "end",
  },
  read: (payload, place) =>
    readEvent(payload, place, {
      events: claude.events,
      attended: ({ permission_mode }) => !NEVER_ASKS.has(String(permission_mode)),
      outcome: outcomeOf,
      // The subagent that writes a compaction summary has no type, and it has nothing to finish.
      pending: (stop) =>
        stop.hook_event_name === "SubagentStop" && stop.agent_type === "" ? null : pendingTasks(stop),
    }),
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

/** A command that was moved to the background has started; its outcome is unknown. */
function outcomeOf({ tool_response, tool_input }: Json): Outcome {
  const output = outputOf(tool_response);
  const fields = isObject(tool_response) ? tool_response : {};
  if (fields.interrupted === true)
    return { failed: true, result: { exit_code: null, output: output || "interrupted" } };
  const input = isObject(tool_input) ? tool_input : {};
  const isUnfinished = input.run_in_background === true || typeof fields.backgroundTaskId === "string";
  const isShell = "stdout" in fields || "stderr" in fields;
  const unfinished = isUnfinished ? { finished: false as const } : {};
  return { failed: false, result: { exit_code: isShell ? 0 : null, output, ...unfinished } };
}

/** Without an answer the client's own permissions decide; `allow` would overrule them. */
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

/**
 * A refusal makes the model continue. Context would do the same, so a message with permission to stop goes to
 * the person.
 */
function onStop({ decision, notes }: Judgement): HookAnswer {
  if (decision.effect !== "allow") return say({ decision: "block", reason: decision.reason });
  return notes.length === 0 ? QUIET : say({ systemMessage: contextOf(notes) });
}

function context(name: string, { notes }: Judgement): HookAnswer {
  if (notes.length === 0) return QUIET;
  return say({ hookSpecificOutput: { hookEventName: name, additionalContext: contextOf(notes) } });
}

const ABOUT_TOOLS = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure"]);

export const claudeSetup: ClientSetup = {
  id: "claude",
  title: "Claude Code",
  file: ".claude/settings.local.json",
  remark: null,
  limits: ["A hook that does not answer in time lets the call through on clients before 2.1.325."],
  events: Object.keys(claude.events),
  // A client that does not support `onFailure` allows a call when its hook crashes, hence the shell command
  // line.
  entry: (event, invocation) => ({
    ...(ABOUT_TOOLS.has(event) ? { matcher: "*" } : {}),
    hooks: [
      event === "PreToolUse"
        ? {
            type: "command",
            command: gateLine(invocation, "claude", event),
            timeout: SECONDS,
            onFailure: "block",
          }
        : {
            type: "command",
            command: invocation.node,
            args: hookArguments(invocation, "claude", event),
            timeout: SECONDS,
          },
    ],
  }),
  sample: sampleOf(
    { before_tool: "PreToolUse", after_tool: "PostToolUse", stop: "Stop" },
    { command: "Bash", write: "Write" },
  ),
  live: {
    program: "claude",
    npm: "@anthropic-ai/claude-code",
    shell: ["Bash", "command"],
    args: ["-p", "go", "--permission-mode", "acceptEdits", "--allowedTools", "Bash Write Edit Read Agent"],
    environment: (port) => ({
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: "scripted",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    home({ read }) {
      const { disableAllHooks } = settingsIn(read(".claude/settings.json"));
      return disableAllHooks === undefined
        ? {}
        : { ".claude/settings.json": JSON.stringify({ disableAllHooks }) };
    },
    remedy:
      "Check for disableAllHooks in Claude Code's settings, and for hooks that your organization manages.",
  },
};
