import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readHookEnvironment } from "../../services/config/environment.ts";
import type { Json } from "../../services/hook-clients/client.ts";
import { claude } from "../../services/hook-clients/clients/claude.ts";
import { openRedactor } from "../redaction/open-redactor.ts";
import { answerHook } from "./answer-hook.ts";

const COMMANDS = [
  "git status && npm test -- --run 2>&1 | tail -20",
  "cd src && for f in *.ts; do wc -l \"$f\"; done; sed -n '1,20p' a.ts > /tmp/x || true",
  "python3 -c 'print(1)' <<EOF\nx\nEOF",
  "FOO=bar find . -name '*.py' -exec grep -l \"$(cat a)\" {} +",
  "echo A=1 > .env",
];
const PAYLOADS: readonly Json[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  ...COMMANDS.flatMap((command) => {
    const call = { tool_name: "Bash", tool_input: { command } };
    return [
      { hook_event_name: "PreToolUse", ...call },
      { hook_event_name: "PostToolUse", ...call, tool_response: { stdout: "3 passed in 0.1s", stderr: "" } },
      { hook_event_name: "PostToolUseFailure", ...call, error: "Exit code 1\n1 failed" },
    ];
  }),
  { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path: "src/a.ts" } },
  { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: ".env" } },
  { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "src/a.ts" } },
  {
    hook_event_name: "PostToolBatch",
    tool_calls: [{ tool_name: "Edit", tool_input: {}, tool_response: "" }],
  },
  { hook_event_name: "Stop", stop_hook_active: false },
  { hook_event_name: "PreCompact", trigger: "auto" },
];

/**
 * Answers sample events of one name in a temporary folder, so that the stored compiled code contains what later hooks
 * of that event need, for commands or for the rest. Uses all events if none has the name. Without a temporary folder,
 * only the code that the first event needed is stored.
 */
export function exerciseGuards(eventName: string, isShell: boolean): void {
  let folder: string;
  try {
    folder = mkdtempSync(join(readHookEnvironment().temporary, "agentforge-exercise-"));
  } catch {
    return;
  }
  try {
    const named = PAYLOADS.filter(
      (payload) => payload.hook_event_name === eventName && (payload.tool_name === "Bash") === isShell,
    );
    for (const payload of named.length > 0 ? named : PAYLOADS) answerIn(folder, payload);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function answerIn(folder: string, payload: Json): void {
  const at = (name: string) => join(folder, name);
  mkdirSync(at("project/.git"), { recursive: true });
  answerHook({
    client: claude,
    input: JSON.stringify({ session_id: "exercise", cwd: at("project"), ...payload }),
    eventName: null,
    environment: {
      projectFolder: at("project"),
      home: at("home"),
      temporary: folder,
      configFolder: at("config"),
      userStateFolder: at("state"),
      trustsRepository: false,
      secrets: [],
    },
    redactor: openRedactor([]),
    processFolder: at("project"),
    registration: "exercise",
    now: () => "2026-01-01T00:00:00.000Z",
  });
}
