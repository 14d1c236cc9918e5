import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { messageOf } from "../../../domain/errors.ts";
import { type EvaluateOptions, type Evaluation, evaluate } from "../evaluate.ts";
import { GUARDS } from "../guards/list.ts";
import type { HarnessSettings } from "../settings/settings.ts";
import { EMPTY_STATE } from "./state.ts";
import type { HarnessStore } from "./store.ts";

/**
 * Processes one event of a session whose state is on disk: load, evaluate, append. If the state cannot be read or the
 * trace cannot be written, gating events are denied, and observing events continue with a warning.
 */
export function evaluateStored(
  event: GuardEvent,
  store: HarnessStore,
  settings: HarnessSettings,
  options: EvaluateOptions,
): Evaluation {
  const loaded = store.load();
  const evaluation = evaluate(
    event,
    loaded.status === "ok" ? loaded.state : EMPTY_STATE,
    settings,
    GUARDS,
    options,
  );
  if (loaded.status === "unreadable")
    return failed(event, evaluation, "state_unreadable", `the harness state cannot be read: ${loaded.why}`);
  try {
    store.append(evaluation.record);
    return evaluation;
  } catch (error) {
    return failed(
      event,
      evaluation,
      "trace_unwritable",
      `the harness trace cannot be written: ${messageOf(error)}`,
    );
  }
}

function failed(event: GuardEvent, evaluation: Evaluation, rule: string, reason: string): Evaluation {
  const gates =
    (event.event === "before_tool" && event.tool.kind !== "read") ||
    (event.event === "stop" && !event.continued);
  if (!gates || evaluation.decision.effect === "deny")
    return {
      ...evaluation,
      notes: [...evaluation.notes, { guard: "harness", kind: "warning", text: reason }],
    };
  return {
    ...evaluation,
    decision: {
      effect: "deny",
      rule,
      reason: `${reason}. Move this session's folder elsewhere to start from scratch.`,
      guard: "harness",
      layer: "built-in",
    },
  };
}
