import { join } from "node:path";
import type { GuardEvent } from "../../domain/entities/guard-event.ts";
import { appendRecord, type Evaluation } from "../../services/guardrails/index.ts";

/** Lines that wait for the journal, next to the trace of their session. */
export const DECISIONS_FILE = "decisions.jsonl";

const MOST_NAME = 200;
const MOST_REASON = 2000;

/** A hook's decision on its way into the journal. */
interface HookDecision {
  readonly id: string;
  readonly decided_at: string;
  readonly client: string;
  readonly session_id: string;
  readonly agent_id: string | null;
  readonly event: "before_tool" | "stop";
  readonly tool: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly effect: "allow" | "ask" | "deny";
  readonly rule: string;
  readonly guard: string;
  readonly layer: string;
  readonly reason: string;
}

/**
 * Keeps a decision for the journal in the folder of its session: one appended line, because opening the database
 * would cost more than the rest of the hook. The next command moves the lines to the journal. Throws if the line
 * cannot be written.
 */
export function keepDecision(
  folder: string,
  client: string,
  event: GuardEvent,
  { decision, record }: Evaluation,
): void {
  if (event.event !== "before_tool" && event.event !== "stop") return;
  appendRecord(join(folder, DECISIONS_FILE), {
    id: `HD-${Date.now().toString(36)}-${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`,
    decided_at: event.at,
    client,
    session_id: event.session_id.slice(0, MOST_NAME),
    agent_id: event.agent_id?.slice(0, MOST_NAME) ?? null,
    event: event.event,
    tool: record.tool?.slice(0, MOST_NAME) ?? null,
    input: record.input ?? {},
    effect: decision.effect,
    rule: decision.rule.slice(0, MOST_NAME),
    guard: decision.guard,
    layer: decision.layer ?? "built-in",
    reason: (record.reason ?? (decision.rule === "none" ? "" : decision.reason)).slice(0, MOST_REASON),
  } satisfies HookDecision);
}
