import { resolve } from "node:path";
import type { GuardEvent, GuardedTool } from "../../../domain/entities/guard-event.ts";
import { type HookClient, type Json, MalformedPayload, QUIET, say } from "../client.ts";
import {
  baseOf,
  contextOf,
  isRecord,
  outputOf,
  recordIn,
  sourceOf,
  type ToolTable,
  textIn,
  toolOf,
} from "../payload.ts";

const TOOLS: ToolTable = {
  Bash: { kind: "shell", key: "command" },
  Read: { kind: "read", key: "file_path" },
  Write: { kind: "write", key: "file_path" },
  Edit: { kind: "write", key: "file_path" },
};
const GATES = new Set(["PreToolUse", "Stop", "SubagentStop"]);

/** Codex: the words of Claude Code, a schema that refuses any further key, and no way to ask a person. */
export const codex: HookClient = {
  id: "codex",
  isGate: (eventName) => GATES.has(eventName),
  read(payload, place) {
    const event = eventOf(payload, place);
    return event === null ? { status: "ignored" } : { status: "event", event };
  },
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

function eventOf(payload: Json, place: Parameters<HookClient["read"]>[1]): GuardEvent | null {
  const base = { ...baseOf(payload, place), attended: false };
  switch (payload.hook_event_name) {
    case "SessionStart":
      return { ...base, event: "start", source: sourceOf(payload.source) };
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
    case "Stop":
    case "SubagentStop":
      return { ...base, event: "stop", continued: payload.stop_hook_active === true };
    case "PreCompact":
      return { ...base, event: "compact", trigger: payload.trigger === "manual" ? "manual" : "auto" };
    default:
      return null;
  }
}

function codexTool(payload: Json, cwd: string): GuardedTool {
  const name = textIn(payload, "tool_name");
  const input = recordIn(payload, "tool_input");
  if (name !== "apply_patch") return toolOf(name, input, cwd, TOOLS);
  return { kind: "write", name, paths: patchedPaths(textIn(input, "command"), cwd) };
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
