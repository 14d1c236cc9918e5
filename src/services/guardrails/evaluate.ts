import { resolve } from "node:path";
import type { GuardDecision, GuardEvent, GuardNote } from "../../domain/entities/guard-event.ts";
import { messageOf } from "../../domain/errors.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import { deny, strictest, warn } from "./answers.ts";
import type { FileView } from "./files.ts";
import type { Guard, GuardAnswer, GuardInput } from "./guard.ts";
import { recordOf, type TraceRecord, withDecision } from "./harness/record.ts";
import { advance, type FoldOptions, type HarnessState } from "./harness/state.ts";
import { namesPath } from "./paths/patterns.ts";
import { maskOf, ownRedactor, redactRecord } from "./redaction/redact.ts";
import { NO_ORIGINS, type Origins, originOf } from "./settings/layers.ts";
import type { HarnessSettings } from "./settings/settings.ts";

export interface Evaluation {
  /** The result: the first denial, otherwise the first question, otherwise allow. */
  readonly decision: GuardDecision;
  /** The decisions of all guards, for the journal. */
  readonly decisions: readonly GuardDecision[];
  readonly notes: readonly GuardNote[];
  /** Replaces the tool output that the brain sees; null if unchanged. */
  readonly output: string | null;
  readonly state: HarnessState;
  /** The trace record, redacted. */
  readonly record: TraceRecord;
}

export interface EvaluateOptions {
  readonly files: FileView;
  /** Applied to every text before it is stored or shown to a brain. */
  readonly redactor?: Redactor;
  /** Which layer each setting comes from; without it, all are built in. */
  readonly origins?: Origins;
  /** Whether a person allowed exactly this call despite these objections. Called at most once per event. */
  readonly permit?: Permit;
}

/** Null if nobody allowed it. */
export type Permit = (
  event: Extract<GuardEvent, { event: "before_tool" }>,
  objections: readonly GuardDecision[],
) => GuardDecision | null;

/**
 * Evaluates every guard for one event. Pure: reads only its arguments. If a guard throws, the event is
 * denied. If nobody can be asked, a question becomes a denial.
 */
export function evaluate(
  event: GuardEvent,
  state: HarnessState,
  settings: HarnessSettings,
  guards: readonly Guard[],
  options: EvaluateOptions,
): Evaluation {
  const fold = foldOptions(settings);
  const mask = maskOf(settings, options.redactor ?? ownRedactor());
  const files = withSessionWork(options.files, state, event.root);
  const record = recordOf(event, { settings, files });
  const seen = event.event === "before_tool" || event.event === "stop" ? state : advance(state, record, fold);
  const answers = guards
    .filter((guard) => settings.middleware[guard.meta.id].enabled)
    .map((guard) => ({
      guard: guard.meta.id,
      answer: answerOf(guard, { event, state: seen, settings, files, mask }),
    }));
  const origins = options.origins ?? NO_ORIGINS;
  const decisions = answers.flatMap(({ guard, answer }) =>
    answer?.decision ? [decisionOf(guard, answer.decision, origins)] : [],
  );
  const objections = decisions.filter(({ effect }) => effect !== "allow");
  const permitted =
    event.event === "before_tool" && objections.length > 0
      ? (options.permit?.(event, objections) ?? null)
      : null;
  const decision = permitted ?? decisive(decisions, event.attended === true);
  const decided = withDecision(record, decision.effect, decision);
  return {
    decision,
    decisions,
    notes: answers.flatMap(({ guard, answer }) => (answer?.notes ?? []).map((note) => ({ ...note, guard }))),
    output: answers.findLast(({ answer }) => answer?.output !== undefined)?.answer?.output ?? null,
    state: advance(state, decided, fold),
    record: redactRecord(decided, mask),
  };
}

/** The disk, combined with what the session is known to have written. */
function withSessionWork(files: FileView, { written }: HarnessState, root: string): FileView {
  const paths = new Set((written ?? []).map((path) => resolve(root, path)));
  return { ...files, wrote: (path) => paths.has(path) };
}

export function foldOptions(settings: HarnessSettings): FoldOptions {
  const { ignore_patterns } = settings.middleware.verification_tracker;
  return {
    resetOnNewTask: settings.middleware.loop_detection.reset_on_new_task,
    isCode: (path) => !ignore_patterns.some((pattern) => namesPath(pattern, path)),
  };
}

function decisionOf(
  guard: string,
  { setting, ...decision }: NonNullable<GuardAnswer["decision"]>,
  origins: Origins,
): GuardDecision {
  return {
    ...decision,
    guard,
    layer: originOf(origins, setting ?? `middleware.${guard}.enabled`).layer,
  };
}

/** Guards do not object to what a rule allows. */
function decisive(decisions: readonly GuardDecision[], attended: boolean): GuardDecision {
  const found = strictest(decisions) ?? NO_OBJECTION;
  if (found.effect !== "ask" || attended) return found;
  return {
    ...found,
    effect: "deny",
    reason: `${found.reason} (this needs a person's approval, and no one can be asked here)`,
    unattended: true,
  };
}

const NO_OBJECTION: GuardDecision = {
  effect: "allow",
  reason: "no guard objects",
  rule: "none",
  guard: "none",
  layer: "built-in",
};

function answerOf(guard: Guard, input: GuardInput): GuardAnswer | null {
  try {
    return dispatch(guard, input);
  } catch (error) {
    const reason = `the guard ${guard.meta.id} failed: ${messageOf(error)}`;
    const gates = input.event.event === "before_tool" || input.event.event === "stop";
    return gates ? deny("guard_failed", reason) : warn(reason);
  }
}

function dispatch(guard: Guard, input: GuardInput): GuardAnswer | null {
  const { event } = input;
  if (event.event === "before_tool") return guard.before?.({ ...input, event }) ?? null;
  if (event.event === "start") return guard.onStart?.({ ...input, event }) ?? null;
  if (event.event === "stop") return guard.onStop?.({ ...input, event }) ?? null;
  if (event.event === "compact") return guard.onCompact?.({ ...input, event }) ?? null;
  if (event.event === "end") return null;
  return guard.after?.({ ...input, event }) ?? null;
}
