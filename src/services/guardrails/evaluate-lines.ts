import type { GuardDecision, GuardNote } from "../../domain/entities/guard-event.ts";
import { messageOf } from "../../domain/errors.ts";
import { evaluate } from "./evaluate.ts";
import type { FileView } from "./files.ts";
import { GUARDS } from "./guards/list.ts";
import { EMPTY_STATE, type HarnessState } from "./harness/state.ts";
import { readEvent } from "./read-event.ts";
import { NO_ORIGINS, type Origins } from "./settings/layers.ts";
import type { HarnessSettings } from "./settings/settings.ts";

export interface LineOptions {
  /** For events that name no repository. */
  readonly root: string;
  readonly files: FileView;
  readonly settings: HarnessSettings;
  readonly origins?: Origins;
  readonly now: () => string;
}

/** What `agentforge guard eval` prints for one event. */
export interface LineAnswer {
  readonly decision: GuardDecision;
  readonly notes: readonly GuardNote[];
}

/**
 * Reads neutral events as JSON lines and returns one decision for each. Sessions are distinguished by
 * `session_id` and kept in memory for the duration of the call. A line that is not an event is denied.
 */
export async function* evaluateLines(
  lines: AsyncIterable<string> | Iterable<string>,
  options: LineOptions,
): AsyncGenerator<LineAnswer> {
  const states = new Map<string, HarnessState>();
  for await (const line of lines) {
    if (line.trim() === "") continue;
    yield answerLine(line, states, options);
  }
}

function answerLine(line: string, states: Map<string, HarnessState>, options: LineOptions): LineAnswer {
  const reading = readEvent(parse(line), { root: options.root, at: options.now() });
  if (reading.status === "malformed")
    return refusal("malformed_event", `not a neutral event: ${reading.why}`);
  const { event } = reading;
  try {
    const state = states.get(event.session_id) ?? EMPTY_STATE;
    const { files, settings, origins = NO_ORIGINS } = options;
    const result = evaluate(event, state, settings, GUARDS, { files, origins });
    states.set(event.session_id, result.state);
    return { decision: result.decision, notes: result.notes };
  } catch (error) {
    return refusal("evaluator_failed", `the guards failed: ${messageOf(error)}`);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function refusal(rule: string, reason: string): LineAnswer {
  return { decision: { effect: "deny", rule, reason, guard: "evaluator", layer: "built-in" }, notes: [] };
}
