import type { StepResult, UnderWay } from "../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Model, ModelTool } from "../../domain/ports/model.ts";
import type { RepeatAnswer } from "../../domain/ports/repair.ts";
import type { Meter } from "./meter.ts";
import type { SessionLog } from "./session-log.ts";

export type Ends = "complete" | "escalate" | "cannot_fix";

/** The one way to a tool: guarded, journaled, never throws. */
export interface Hand {
  call(
    call: ToolCall,
    signal: AbortSignal,
    /** What the model used since the call before, for the guard that keeps the budget. */
    usage?: { readonly tokens: number; readonly cost_usd: number },
  ): Promise<{ readonly result: ToolResult; readonly ends?: Ends | null | undefined }>;
}

export interface LoopOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly hand: Hand;
  readonly meter: Meter;
  readonly log: SessionLog;
  readonly journal: Journal;
  readonly session: { readonly id: string; readonly traceId: string };
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly elapsed: () => number;
  /** What it is doing right now, for observers. */
  readonly say: Say;
}

export type Ending =
  | { readonly status: Ends; readonly summary: string }
  /** `budget` is spent, it is `stuck`, the model `refused`, or it could not be asked. */
  | { readonly status: "budget" | "stuck" | "refused" | "failed"; readonly why: string };

/** Where a loop that was interrupted continues. */
export interface Resumption {
  readonly recent: readonly StepResult[];
  readonly underWay: UnderWay | null;
  /** What to do about the call that was being made. */
  readonly answer: RepeatAnswer;
}
