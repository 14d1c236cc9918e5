import { isObject } from "../../../domain/rules/settings/is-object.ts";
import type { HarnessSettings, TraceRecord } from "../../../services/guardrails/index.ts";
import type { EventPlace, Json } from "../../../services/hook-clients/client.ts";
import { claude } from "../../../services/hook-clients/clients/claude.ts";
import { outputOf } from "../../../services/hook-clients/payload.ts";
import { recordOfCall, type Transcript, usageRecord } from "../transcript.ts";

const REFUSED = /^(?:PreToolUse:\S* hook error|Permission to use |Claude requested permissions)/;

/** A Claude Code transcript (`~/.claude/projects/…/<session>.jsonl`). */
export const claudeTranscript: Transcript = {
  title: "a Claude Code transcript",
  matches: (entries) =>
    entries.some((entry) => (entry.type === "assistant" || entry.type === "user") && isObject(entry.message)),
  read: readTranscript,
};

function readTranscript(entries: readonly Json[], settings: HarnessSettings): TraceRecord[] {
  const calls = new Map<string, Json>();
  const counted = new Set<string>();
  const records: TraceRecord[] = [];
  const root = String(entries.find((entry) => typeof entry.cwd === "string")?.cwd ?? "/");
  for (const entry of entries) {
    const message = isObject(entry.message) ? entry.message : {};
    const place = {
      at: String(entry.timestamp ?? ""),
      root,
      cwd: typeof entry.cwd === "string" ? entry.cwd : root,
    };
    const usage = usageOf(message, counted);
    if (usage > 0) records.push(usageRecord(place.at, String(entry.sessionId ?? "transcript"), usage));
    for (const block of Array.isArray(message.content) ? message.content.filter(isObject) : []) {
      if (block.type === "tool_use") calls.set(String(block.id), block);
      const call = block.type === "tool_result" ? calls.get(String(block.tool_use_id)) : undefined;
      const record = call && resultRecord(call, block, entry, place, settings);
      if (record) records.push(record);
    }
  }
  return records;
}

function resultRecord(
  call: Json,
  result: Json,
  entry: Json,
  place: EventPlace,
  settings: HarnessSettings,
): TraceRecord | null {
  const text = textOf(result.content);
  const failed = result.is_error === true;
  const payload = {
    session_id: entry.sessionId,
    hook_event_name: failed ? "PostToolUseFailure" : "PostToolUse",
    tool_name: call.name,
    tool_input: call.input,
    error: text,
    tool_response: isObject(entry.toolUseResult) ? entry.toolUseResult : text,
  };
  const refused = failed && REFUSED.test(text) ? text : null;
  return recordOfCall({ client: claude, payload, place, refused }, settings);
}

/** An answer spans several lines, each with the total usage: it is counted once. */
function usageOf(message: Json, counted: Set<string>): number {
  const id = String(message.id ?? "");
  if (!isObject(message.usage) || id === "" || counted.has(id)) return 0;
  counted.add(id);
  const keys = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  const { usage } = message;
  return keys.reduce((total, key) => total + (typeof usage[key] === "number" ? usage[key] : 0), 0);
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return outputOf(content);
  return content.map((part) => (isObject(part) && typeof part.text === "string" ? part.text : "")).join("\n");
}
