import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { claude } from "../../../services/hook-clients/clients/claude.ts";
import { recordOfCall, type Transcript } from "../transcript.ts";

/**
 * A trace of the harness that preceded AgentForge: `{timestamp, tool, input, result}` and nothing else. It
 * records that a call succeeded, not its output, so no test run in it counts as green.
 */
export const seedTranscript: Transcript = {
  title: "a trace of the older harness",
  matches: (entries) =>
    entries.some(
      ({ timestamp, tool, result, event }) =>
        event === undefined && [timestamp, tool, result].every((field) => typeof field === "string"),
    ),
  read: (entries, settings) =>
    entries.flatMap(({ timestamp, tool, input, result }) => {
      const failed = result !== "success";
      const payload = {
        session_id: "trace",
        hook_event_name: failed ? "PostToolUseFailure" : "PostToolUse",
        tool_name: tool,
        tool_input: isObject(input) ? input : {},
        error: String(result),
        tool_response: { stdout: "", stderr: "" },
      };
      const place = { at: String(timestamp), root: "/", cwd: "/" };
      return recordOfCall({ client: claude, payload, place, refused: null }, settings) ?? [];
    }),
};
