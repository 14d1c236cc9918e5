import type { ActivityRecord } from "../../domain/entities/activity.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import { isClean, redactData } from "../../domain/rules/secrets/redact-data.ts";
import type { Entry } from "./chain.ts";

export interface EntryOptions {
  readonly now: () => string;
  readonly randomId: () => string;
  readonly redact: (text: string) => string;
}

/**
 * Serializes an activity, redacted, at the moment it happens. Never throws: an entry that cannot be
 * serialized says so.
 */
export function toEntry(activity: Activity, options: EntryOptions): Entry {
  const { redact } = options;
  return {
    id: options.randomId(),
    trace_id: activity.traceId,
    actor: activity.actor,
    agent_id: activity.agentId === undefined ? null : storable(redact(activity.agentId)),
    action_type: activity.actionType,
    entity_id: activity.entityId === undefined ? null : storable(redact(activity.entityId)),
    metadata: metadataText(activity.metadata, redact),
    timestamp: options.now(),
  };
}

const LONGEST_NAME = 500;

/** As it will be read back: characters that a database does not store would break the row's hash. Names are indexed, so their length is limited. */
function storable(text: string): string {
  return text.slice(0, LONGEST_NAME).replaceAll("\0", "\u2400").toWellFormed();
}

export function toRecord(entry: Entry): ActivityRecord {
  return {
    id: entry.id,
    trace_id: entry.trace_id,
    agent_id: entry.agent_id,
    action_type: entry.action_type,
    entity_id: entry.entity_id,
    timestamp: entry.timestamp,
    actor: entry.actor as ActivityRecord["actor"],
    metadata: JSON.parse(entry.metadata) as ActivityRecord["metadata"],
  };
}

function metadataText(metadata: unknown, redact: (text: string) => string): string {
  try {
    const text = JSON.stringify(metadata ?? {});
    if (isClean(metadata, redact)) return text;
    return JSON.stringify(redactData(JSON.parse(text), redact));
  } catch {
    return '{"unwritable_metadata":true}';
  }
}
