import { resolve } from "node:path";
import type { GuardedTool } from "../../../domain/entities/guard-event.ts";
import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { type HookClient, type Json, MalformedPayload, QUIET, say } from "../client.ts";
import { contextOf, outputOf, recordIn, textIn } from "../payload.ts";
import { calledTool, ended, type Outcome, readEvent } from "../read-event.ts";
import { type ClientSetup, type HomeRequest, hookLine, SECONDS, sampleOf } from "../setup.ts";

/**
 * Codex, measured on 0.166: Claude Code's vocabulary, a schema that rejects additional keys, and nobody to
 * ask.
 */
export const codex: HookClient = {
  id: "codex",
  events: {
    SessionStart: "start",
    PreToolUse: "before_tool",
    PostToolUse: "after_tool",
    Stop: "stop",
    SubagentStop: "stop",
    PreCompact: "compact",
    SessionEnd: "end",
  },
  read: (payload, place) =>
    readEvent(payload, place, { events: codex.events, tool: codexTool, outcome: outcomeOf }),
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

function codexTool(payload: Json, cwd: string): GuardedTool {
  if (payload.tool_name !== "apply_patch") return calledTool(payload, cwd);
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

/** The result of a shell is either its text, or an object with its exit code. */
function outcomeOf({ tool_response }: Json): Outcome {
  const fields = isObject(tool_response) ? tool_response : {};
  const metadata = isObject(fields.metadata) ? fields.metadata : fields;
  const code = metadata.exit_code ?? metadata.exitCode;
  const output = typeof fields.output === "string" ? fields.output : outputOf(tool_response);
  const told = /(?:^|\n)(?:Process exited with code|Exit code:?) (\d+)/.exec(output)?.[1];
  return ended(typeof code === "number" ? code : told === undefined ? null : Number(told), output);
}

const HOOKS_FILE = ".codex/hooks.json";

export const codexSetup: ClientSetup = {
  id: "codex",
  title: "Codex",
  file: HOOKS_FILE,
  remark:
    "Codex runs a project's hook only after you trust it: start codex in this repository, trust the folder, " +
    "open /hooks and trust AgentForge's entries. Until then, none of them runs. Codex asks again whenever " +
    "an entry changes.",
  limits: [
    "The result of a command comes without its exit code: only what the tests print counts.",
    "Secrets in the output of a tool cannot be masked.",
    "A hook that does not answer in time lets the call through.",
  ],
  events: Object.keys(codex.events),
  entry: (event, invocation) => ({
    hooks: [
      {
        type: "command",
        command: hookLine(invocation, codex, event),
        timeout: event === "SessionEnd" ? 3 : SECONDS,
      },
    ],
  }),
  sample: sampleOf(
    { before_tool: "PreToolUse", after_tool: "PostToolUse", stop: "Stop" },
    { command: "Bash", write: "Write" },
  ),
  live: {
    program: "codex",
    npm: "@openai/codex",
    shell: ["exec_command", "cmd"],
    args: ["exec", "--dangerously-bypass-approvals-and-sandbox", "--skip-git-repo-check", "--json", "go"],
    environment: () => ({ SCRIPTED_KEY: "scripted" }),
    home: (request) => ({ ".codex/config.toml": codexConfig(request) }),
    remedy: "Start codex in this repository, trust the folder, open /hooks and trust AgentForge's entries.",
  },
};

/**
 * Trust is stored by the path of the file, so the entries of this repository are carried over to the copy.
 */
function codexConfig({ read, toml, from, to }: HomeRequest): string {
  const user = toml.parse(read(".codex/config.toml") ?? "");
  const projects = isObject(user.projects) ? user.projects : {};
  const hooks = isObject(user.hooks) && isObject(user.hooks.state) ? user.hooks.state : {};
  const prefix = `${from}/${HOOKS_FILE}:`;
  const state = Object.entries(hooks)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [`${to}/${HOOKS_FILE}:${key.slice(prefix.length)}`, value]);
  return toml.stringify({
    model: "gpt-5.5",
    model_provider: "scripted",
    model_providers: {
      scripted: {
        name: "scripted",
        base_url: "http://127.0.0.1:{port}/v1",
        wire_api: "responses",
        env_key: "SCRIPTED_KEY",
      },
    },
    ...(isObject(user.features) ? { features: user.features } : {}),
    ...(projects[from] === undefined ? {} : { projects: { [to]: projects[from] } }),
    ...(state.length === 0 ? {} : { hooks: { state: Object.fromEntries(state) } }),
  });
}
