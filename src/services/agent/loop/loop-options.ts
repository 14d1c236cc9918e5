import type { StepResult, UnderWay } from "../../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";
import type { Say } from "../../../domain/ports/activity.ts";
import type { Journal } from "../../../domain/ports/journal.ts";
import type { Model, ModelTool } from "../../../domain/ports/model.ts";
import type { RepeatAnswer } from "../../../domain/ports/repair.ts";
import type { Meter } from "../connection/meter.ts";
import type { SessionLog } from "./session-log.ts";

export type Ends = "complete" | "escalate" | "cannot_fix";

/** The only path to a tool: guarded, journaled, never throws. */
export interface ToolCaller {
  call(
    call: ToolCall,
    signal: AbortSignal,
    /** What the model has used since the previous call, for the guard that enforces the budget. */
    usage?: { readonly tokens: number; readonly cost_usd: number },
  ): Promise<{ readonly result: ToolResult; readonly ends?: Ends | null | undefined }>;
}

export interface LoopOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly toolCaller: ToolCaller;
  readonly meter: Meter;
  readonly log: SessionLog;
  readonly journal: Journal;
  readonly session: { readonly id: string; readonly traceId: string };
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly elapsed: () => number;
  /** What the model is doing right now, for observers. */
  readonly say: Say;
}

export type Ending =
  | { readonly status: Ends; readonly summary: string }
  /** The `budget` is spent, the model is `stuck`, it `refused`, or it could not be reached. */
  | { readonly status: "budget" | "stuck" | "refused" | "failed"; readonly why: string };

/** Where an interrupted loop continues. */
export interface Resumption {
  readonly recent: readonly StepResult[];
  readonly underWay: UnderWay | null;
  /** How to handle the call that was in progress. */
  readonly answer: RepeatAnswer;
}
