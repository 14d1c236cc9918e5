import { isObject } from "../../../domain/rules/settings/is-object.ts";
import type { TraceRecord } from "../../../services/guardrails/index.ts";
import type { Json } from "../../../services/hook-clients/client.ts";
import { codex } from "../../../services/hook-clients/clients/codex.ts";
import { outputOf, unpacked } from "../../../services/hook-clients/payload.ts";
import { recordOfCall, type Transcript, usageRecord } from "../transcript.ts";

const REFUSED = /^Command blocked by PreToolUse hook: /;

/** A Codex rollout (`~/.codex/sessions/…/rollout-….jsonl`), written by 0.166. */
export const codexTranscript: Transcript = {
  title: "a Codex rollout",
  matches: (entries) =>
    entries.some((entry) => entry.type === "session_meta" && isObject(entry.payload)) ||
    entries.some((entry) => entry.type === "response_item" && isObject(entry.payload)),
  read(entries, settings) {
    const records: TraceRecord[] = [];
    const calls = new Map<string, Json>();
    let [root, session, spent] = ["/", "transcript", 0];
    for (const { timestamp, type, payload } of entries) {
      if (!isObject(payload)) continue;
      const at = String(timestamp ?? "");
      if (type === "session_meta") {
        if (typeof payload.cwd === "string") root = payload.cwd;
        if (typeof payload.id === "string") session = payload.id;
      }
      const total = totalTokens(type, payload);
      if (total > spent) {
        records.push(usageRecord(at, session, total - spent));
        spent = total;
      }
      if (type !== "response_item") continue;
      if (/_call$/.test(String(payload.type))) calls.set(String(payload.call_id), payload);
      const call = /_call_output$/.test(String(payload.type))
        ? calls.get(String(payload.call_id))
        : undefined;
      if (!call) continue;
      const output = outputOf(payload.output);
      const record = recordOfCall(
        {
          client: codex,
          payload: {
            session_id: session,
            hook_event_name: "PostToolUse",
            ...toolOf(call),
            tool_response: output,
          },
          place: { at, root, cwd: root },
          refused: REFUSED.test(output) ? output : null,
        },
        settings,
      );
      if (record) records.push(record);
    }
    return records;
  },
};

/** The names its hooks use, which differ from those the model uses. */
function toolOf({ name, arguments: text, input, action }: Json): Json {
  if (name === "apply_patch") {
    const patch = unpacked(text);
    const given = typeof input === "string" ? input : isObject(patch) ? patch.input : patch;
    return { tool_name: "apply_patch", tool_input: { command: given } };
  }
  const fields = unpacked(text ?? action);
  const tool_input = isObject(fields) ? fields : {};
  const command = tool_input.cmd ?? tool_input.command;
  if (command === undefined) return { tool_name: String(name ?? "unknown"), tool_input };
  return { tool_name: "Bash", tool_input: { command: Array.isArray(command) ? command.join(" ") : command } };
}

/** The client reports the sum so far, even if nothing was added. */
function totalTokens(type: unknown, payload: Json): number {
  if (type !== "event_msg" || payload.type !== "token_count" || !isObject(payload.info)) return 0;
  const { total_token_usage: usage } = payload.info;
  return isObject(usage) && typeof usage.total_tokens === "number" ? usage.total_tokens : 0;
}
