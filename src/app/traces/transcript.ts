import {
  type HarnessSettings,
  NO_FILES,
  recordOf,
  type TraceRecord,
} from "../../services/guardrails/index.ts";
import type { EventPlace, HookClient, Json } from "../../services/hook-clients/client.ts";

/** A client's own record of a conversation, as the trace our hooks would have written. */
export interface Transcript {
  readonly title: string;
  /** Whether the entries of a file are of this kind. */
  matches(entries: readonly Json[]): boolean;
  read(entries: readonly Json[], settings: HarnessSettings): TraceRecord[];
}

/** A call and its result, with Claude Code's field names. */
export interface RecordedCall {
  readonly client: HookClient;
  readonly payload: Json;
  readonly place: EventPlace;
  /** Why the call was not executed; null if it was. */
  readonly refused: string | null;
}

/** Null for a call that no guard watches, and for one with invalid input. */
export function recordOfCall(call: RecordedCall, settings: HarnessSettings): TraceRecord | null {
  try {
    const event = call.client.read(call.payload, call.place);
    if (event === null) return null;
    const record = recordOf(event, { settings, files: NO_FILES });
    if (call.refused === null) return record;
    return { ...record, event: "before_tool", result: "denied", edits: [], reason: call.refused };
  } catch {
    return null;
  }
}

/** Usage without a call. */
export function usageRecord(timestamp: string, session_id: string, tokens: number): TraceRecord {
  return { timestamp, event: "batch", session_id, tool: null, result: null, tokens };
}
