import type { Effect, GuardDecision, GuardEvent, GuardNote } from "../../domain/entities/guard-event.ts";
import type { FileView } from "./files.ts";
import type { HarnessState } from "./harness/state.ts";
import type { HarnessSettings } from "./settings/settings.ts";

/** The input of a guard. A guard must not look anywhere else and must not modify it. */
export interface GuardInput<E extends GuardEvent["event"] = GuardEvent["event"]> {
  readonly event: Extract<GuardEvent, { event: E }>;
  /** The state before the event for `before`; including the event for everything else. */
  readonly state: HarnessState;
  readonly settings: HarnessSettings;
  readonly files: FileView;
  /** Masks secrets in text. */
  readonly mask: (text: string) => string;
}

export interface GuardAnswer {
  readonly decision?: Pick<GuardDecision, "effect" | "reason" | "rule"> & {
    /** The setting that decided, `middleware.budget.max_steps`, or an entry of it: `….protected_patterns[.env]`. */
    readonly setting?: string;
  };
  readonly notes?: readonly Omit<GuardNote, "guard">[];
  /** Replaces the tool output that the brain sees. */
  readonly output?: string;
}

export interface GuardExample {
  readonly title: string;
  readonly event: Partial<GuardEvent> & Pick<GuardEvent, "event">;
  /** Preceding events, oldest first. */
  readonly after?: readonly (Partial<GuardEvent> & Pick<GuardEvent, "event">)[];
  /** Overrides of `harness.json`. */
  readonly settings?: unknown;
  /** Files by path in the repository. */
  readonly files?: Readonly<Record<string, string>>;
  readonly effect: Effect;
  /** Text that a note or the replaced output must contain. */
  readonly says?: string;
}

/** One small plug-in. Its functions are pure; a throw is a bug, and the evaluator turns it into a denial. */
export interface Guard {
  readonly meta: {
    readonly id: GuardId;
    readonly title: string;
    readonly why: string;
    readonly examples: readonly GuardExample[];
  };
  before?(input: GuardInput<"before_tool">): GuardAnswer | null;
  after?(input: GuardInput<"after_tool" | "tool_failed" | "batch">): GuardAnswer | null;
  onStart?(input: GuardInput<"start">): GuardAnswer | null;
  onStop?(input: GuardInput<"stop">): GuardAnswer | null;
  onCompact?(input: GuardInput<"compact">): GuardAnswer | null;
}

/** The section of `harness.json` with this name switches the guard on and off. */
export type GuardId = keyof HarnessSettings["middleware"];
