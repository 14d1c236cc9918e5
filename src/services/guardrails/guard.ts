import type { Effect, GuardDecision, GuardEvent, GuardNote } from "../../domain/entities/guard-event.ts";
import type { FileView } from "./files.ts";
import type { HarnessState } from "./harness/state.ts";
import type { HarnessSettings } from "./settings.ts";

/** What a guard is given. It must not look anywhere else and must not change any of it. */
export interface GuardInput<E extends GuardEvent["event"] = GuardEvent["event"]> {
  readonly event: Extract<GuardEvent, { event: E }>;
  /** Before the event for `before`; with the event counted in for everything else. */
  readonly state: HarnessState;
  readonly settings: HarnessSettings;
  readonly files: FileView;
  /** Replaces the secrets of a text. */
  readonly mask: (text: string) => string;
}

export interface GuardAnswer {
  readonly decision?: Pick<GuardDecision, "effect" | "reason" | "rule"> & {
    /** The setting that decided, `middleware.budget.max_steps`, or an entry of it: `….protected_patterns[.env]`. */
    readonly setting?: string;
  };
  readonly notes?: readonly Omit<GuardNote, "guard">[];
  /** Replaces what the brain sees of a tool's output. */
  readonly output?: string;
}

export interface GuardExample {
  readonly title: string;
  readonly event: Partial<GuardEvent> & Pick<GuardEvent, "event">;
  /** Events that came before, oldest first. */
  readonly after?: readonly (Partial<GuardEvent> & Pick<GuardEvent, "event">)[];
  /** Overrides of `harness.json`. */
  readonly settings?: unknown;
  /** Files by repository path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly effect: Effect;
  /** A part of a note or of the replaced output that must be there. */
  readonly says?: string;
}

/**
 * One small plug-in. Its functions are pure over what they are given; a throw is a bug, and the evaluator
 * turns it into a denial.
 */
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

/** A guard is switched on and off by the section of `harness.json` that has its name. */
export type GuardId = keyof HarnessSettings["middleware"];
