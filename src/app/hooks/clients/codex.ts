import { resolve } from "node:path";
import type { GuardEvent, GuardedTool } from "../../../domain/entities/guard-event.ts";
import { type EventPlace, type HookClient, type Json, MalformedPayload, QUIET, say } from "../client.ts";
import {
  baseOf,
  calledTool,
  contextOf,
  isRecord,
  type LifeTable,
  lifeEvent,
  outputOf,
  recordIn,
  type ToolTable,
  textIn,
} from "../payload.ts";

const TOOLS: ToolTable = {
  Bash: { kind: "shell", key: "command" },
  Read: { kind: "read", key: "file_path" },
  Write: { kind: "write", key: "file_path" },
  Edit: { kind: "write", key: "file_path" },
};
const LIFE: LifeTable = { SessionStart: "start", Stop: "stop", SubagentStop: "stop", PreCompact: "compact" };
const GATES = new Set(["PreToolUse", "Stop", "SubagentStop"]);

/** Codex: the words of Claude Code, a schema that refuses any further key, and no way to ask a person. */
export const codex: HookClient = {
  id: "codex",
  isGate: (eventName) => GATES.has(eventName),
  read: (payload, place) => lifeEvent(payload, place, LIFE) ?? toolEventOf(payload, place),
  answer(payload, event, { decision, notes }) {
    const hookEventName = String(payload.hook_event_name);
    const refused = decision.effect !== "allow";
    if (event.event === "before_tool" && refused)
      return say({
        hookSpecificOutput: {
          hookEventName,
          permissionDecision: "deny",
          permissionDecisionReason: decision.reason,
        },
      });
    if (event.event === "stop" && refused) return say({ decision: "block", reason: decision.reason });
    if (notes.length === 0 || event.event === "end") return QUIET;
    if (event.event === "stop" || event.event === "compact") return say({ systemMessage: contextOf(notes) });
    return say({ hookSpecificOutput: { hookEventName, additionalContext: contextOf(notes) } });
  },
};

function toolEventOf(payload: Json, place: EventPlace): GuardEvent | null {
  const base = { ...baseOf(payload, place), attended: false };
  switch (payload.hook_event_name) {
    case "PreToolUse":
      return { ...base, event: "before_tool", tool: codexTool(payload, place.cwd) };
    case "PostToolUse": {
      const result = outcomeOf(payload.tool_response);
      const failed = result.exit_code !== null && result.exit_code !== 0;
      return {
        ...base,
        event: failed ? "tool_failed" : "after_tool",
        tool: codexTool(payload, place.cwd),
        result,
      };
    }
    default:
      return null;
  }
}

function codexTool(payload: Json, cwd: string): GuardedTool {
  if (payload.tool_name !== "apply_patch") return calledTool(payload, cwd, TOOLS);
  const patch = textIn(recordIn(payload, "tool_input"), "command");
  return { kind: "write", name: "apply_patch", paths: patchedPaths(patch, cwd) };
}

/** The files a patch names in its headers. */
function patchedPaths(patch: string, cwd: string): string[] {
  const headers = patch.matchAll(/^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to):\s*(.+?)\s*$/gm);
  const paths = [...headers].map((header) => resolve(cwd, header[1] ?? ""));
  if (paths.length === 0) throw new MalformedPayload("the patch names no file");
  return paths;
}

/** The answer of a shell is text, or an object with its exit code. */
function outcomeOf(response: unknown): { readonly exit_code: number | null; readonly output: string } {
  const fields = isRecord(response) ? response : {};
  const metadata = isRecord(fields.metadata) ? fields.metadata : fields;
  const code = metadata.exit_code ?? metadata.exitCode;
  const output = typeof fields.output === "string" ? fields.output : outputOf(response);
  const told = /(?:^|\n)(?:Process exited with code|Exit code:?) (\d+)/.exec(output)?.[1];
  if (typeof code === "number") return { exit_code: code, output };
  return { exit_code: told === undefined ? null : Number(told), output };
}
