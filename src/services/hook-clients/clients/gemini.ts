import { dirname } from "node:path";
import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { type HookClient, type Json, QUIET, say } from "../client.ts";
import { contextOf, outputOf } from "../payload.ts";
import { type Outcome, readEvent } from "../read-event.ts";
import { type ClientSetup, hookLine, SECONDS, sampleOf, settingsIn } from "../setup.ts";

/**
 * Gemini CLI, measured on 0.61: its own event names, `decision` at the top level, only JSON on standard
 * output. `PreCompress` fires before every request to the model and cannot change anything, so it is not
 * registered.
 */
export const gemini: HookClient = {
  id: "gemini",
  events: {
    SessionStart: "start",
    BeforeTool: "before_tool",
    AfterTool: "after_tool",
    AfterAgent: "stop",
    SessionEnd: "end",
  },
  read: (payload, place) => readEvent(payload, place, { events: gemini.events, outcome: outcomeOf }),
  answer(payload, event, { decision, notes, masked }) {
    const hookEventName = String(payload.hook_event_name);
    if (decision.effect !== "allow" && (event.event === "before_tool" || event.event === "stop"))
      return say({ decision: "deny", reason: decision.reason });
    // The reason for a denial after the fact replaces the tool's output.
    if (masked !== null)
      return say({ decision: "deny", reason: [masked, contextOf(notes)].join("\n\n").trim() });
    if (notes.length === 0 || event.event === "end") return QUIET;
    if (event.event === "start" || event.event === "after_tool" || event.event === "tool_failed")
      return say({ hookSpecificOutput: { hookEventName, additionalContext: contextOf(notes) } });
    return say({ systemMessage: contextOf(notes) });
  },
};

/** A failed shell reports it in its text: `Exit Code: 1`; its output follows `Output: `. */
function outcomeOf({ tool_response }: Json): Outcome {
  const fields = isObject(tool_response) ? tool_response : {};
  const content = fields.llmContent ?? tool_response;
  const output = (typeof content === "string" ? content : outputOf(content))
    .replace(/^<untrusted_context>\n|\n<\/untrusted_context>$/g, "")
    .replace(/^Output: /m, "")
    .replace(/\nProcess Group PGID: \d+$/, "");
  const told = /(?:^|\n)Exit Code: (\d+)/.exec(output)?.[1];
  const exit_code = told === undefined ? null : Number(told);
  const failed = (fields.error !== undefined && fields.error !== null) || (exit_code ?? 0) !== 0;
  return { failed, result: { exit_code, output } };
}

const ABOUT_TOOLS = new Set(["BeforeTool", "AfterTool"]);

export const geminiSetup: ClientSetup = {
  id: "gemini",
  title: "Gemini CLI",
  file: ".gemini/settings.json",
  remark:
    "Gemini CLI runs a project's hooks only in a folder you trust: start gemini in this repository and trust it. " +
    "--skip-trust does not switch them on; GEMINI_CLI_TRUST_WORKSPACE=true does.",
  limits: [
    "The hook cannot choose what a summary of the conversation keeps.",
    "A hook that does not answer in time lets the call through.",
  ],
  events: Object.keys(gemini.events),
  entry: (event, invocation) => ({
    ...(ABOUT_TOOLS.has(event) ? { matcher: ".*" } : {}),
    hooks: [
      {
        name: "agentforge",
        type: "command",
        command: hookLine(invocation, gemini, event),
        timeout: SECONDS * 1000,
      },
    ],
  }),
  sample: sampleOf(
    { before_tool: "BeforeTool", after_tool: "AfterTool", stop: "AfterAgent" },
    { command: "run_shell_command", write: "write_file" },
  ),
  live: {
    program: "gemini",
    npm: "@google/gemini-cli",
    shell: ["run_shell_command", "command"],
    args: ["-m", "gemini-2.5-pro", "-o", "json", "--approval-mode", "yolo", "-p", "go"],
    environment: (port) => ({
      GEMINI_API_KEY: "scripted",
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    }),
    home({ read, from, to }) {
      const user = settingsIn(read(".gemini/settings.json"));
      const security = isObject(user.security) ? user.security : {};
      const settings = {
        security: { folderTrust: security.folderTrust, auth: { selectedType: "gemini-api-key" } },
        hooksConfig: user.hooksConfig,
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      };
      const rule = trustOf(settingsIn(read(".gemini/trustedFolders.json")), from);
      return {
        ".gemini/settings.json": JSON.stringify(settings),
        ".gemini/trustedFolders.json": JSON.stringify(rule === null ? {} : { [to]: rule }),
      };
    },
    distrust: /not running in a trusted directory/,
    remedy: "Start gemini in this repository and trust the folder when it asks.",
  },
};

/** The rule of the nearest folder decides. */
function trustOf(rules: Json, folder: string): "TRUST_FOLDER" | "DO_NOT_TRUST" | null {
  const found = Object.entries(rules)
    .map(([path, rule]) => ({ path: rule === "TRUST_PARENT" ? dirname(path) : path, rule }))
    .filter(({ path }) => path === folder || folder.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!found) return null;
  return found.rule === "DO_NOT_TRUST" ? "DO_NOT_TRUST" : "TRUST_FOLDER";
}
