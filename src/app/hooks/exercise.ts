import {
  DEFAULT_SETTINGS,
  EMPTY_STATE,
  evaluate,
  GUARDS,
  NO_FILES,
} from "../../services/guardrails/index.ts";
import type { Json } from "../../services/hook-clients/client.ts";
import { claude } from "../../services/hook-clients/clients/claude.ts";

const PLACE = { at: "2026-01-01T00:00:00.000Z", root: "/project", cwd: "/project" };
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
  { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path: "/project/src/a.ts" } },
  { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "/project/.env" } },
  { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "/project/src/a.ts" } },
  {
    hook_event_name: "PostToolBatch",
    tool_calls: [{ tool_name: "Edit", tool_input: {}, tool_response: "" }],
  },
  { hook_event_name: "Stop", stop_hook_active: false },
  { hook_event_name: "PreCompact", trigger: "auto" },
];

/**
 * Runs every guard once on sample events of one name, in memory, so that the stored compiled code contains
 * what later hooks of that event need, for commands or for the rest. Uses all events if none has the name.
 */
export function exerciseGuards(eventName: string, isShell: boolean): void {
  const named = PAYLOADS.filter(
    (payload) => payload.hook_event_name === eventName && (payload.tool_name === "Bash") === isShell,
  );
  for (const payload of named.length > 0 ? named : PAYLOADS) {
    const event = claude.read({ session_id: "exercise", ...payload }, PLACE);
    if (event === null) continue;
    const options = { files: NO_FILES };
    const { decision, notes } = evaluate(event, EMPTY_STATE, DEFAULT_SETTINGS, GUARDS, options);
    claude.answer(payload, event, { decision, notes, masked: null, mask: (text) => text });
  }
}
