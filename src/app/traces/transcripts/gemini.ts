import { isObject } from "../../../domain/rules/settings/is-object.ts";
import type { HarnessSettings, TraceRecord } from "../../../services/guardrails/index.ts";
import type { Json } from "../../../services/hook-clients/client.ts";
import { gemini } from "../../../services/hook-clients/clients/gemini.ts";
import { recordOfCall, type Transcript, usageRecord } from "../transcript.ts";

/** A Gemini CLI chat (`~/.gemini/tmp/…/chats/session-….jsonl`, one object in older versions), as 0.61 writes it. */
export const geminiTranscript: Transcript = {
  title: "a Gemini CLI chat",
  matches: (entries) => entries.some((entry) => typeof entry.projectHash === "string"),
  read(entries, settings) {
    const head = entries.find((entry) => typeof entry.sessionId === "string") ?? {};
    const session = String(head.sessionId ?? "transcript");
    const root = rootIn(entries);
    // A message is written again when its calls have ended: the last version counts.
    const messages = new Map<string, Json>();
    for (const entry of entries.flatMap(messagesOf)) messages.set(String(entry.id), entry);
    return [...messages.values()].flatMap((message) => recordsOf(message, session, root, settings));
  },
};

function messagesOf(entry: Json): Json[] {
  const set = isObject(entry.$set) ? entry.$set : entry;
  if (Array.isArray(set.messages)) return set.messages.filter(isObject);
  return entry.id === undefined ? [] : [entry];
}

function recordsOf(message: Json, session: string, root: string, settings: HarnessSettings): TraceRecord[] {
  const { timestamp, tokens, toolCalls } = message;
  const at = String(timestamp ?? "");
  const total = isObject(tokens) && typeof tokens.total === "number" ? tokens.total : 0;
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : [];
  const records = calls.flatMap((call) => recordIn(call, at, session, root, settings) ?? []);
  return total > 0 ? [usageRecord(at, session, total), ...records] : records;
}

function recordIn(call: Json, at: string, session: string, root: string, settings: HarnessSettings) {
  const response = responseOf(call.result);
  const failed = call.status === "error";
  const text = String(response.error ?? response.output ?? "");
  const payload = {
    session_id: session,
    hook_event_name: "AfterTool",
    tool_name: call.name,
    tool_input: call.args,
    tool_response: { llmContent: text, ...(failed ? { error: text } : {}) },
  };
  const place = { at: typeof call.timestamp === "string" ? call.timestamp : at, root, cwd: root };
  const isDenied = call.status === "cancelled" || /^Tool execution (?:blocked|denied)/.test(text);
  return recordOfCall({ client: gemini, payload, place, refused: isDenied ? text : null }, settings);
}

function responseOf(result: unknown): Json {
  const [first] = Array.isArray(result) ? result.filter(isObject) : [];
  const call = isObject(first?.functionResponse) ? first.functionResponse : {};
  return isObject(call.response) ? call.response : {};
}

/** The chat names its folder only in the client's prompt to the model. */
function rootIn(entries: readonly Json[]): string {
  const [, root] =
    /Workspace Directories:\*\*\\n\s*-\s*(\/[^\\"]+)/.exec(JSON.stringify(entries.slice(0, 5))) ?? [];
  return root ?? "/";
}
