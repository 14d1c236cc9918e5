import { asMetadata, type Metadata } from "../../../domain/entities/common.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import type { ActionType, AgentAction, ExecutionContext } from "../../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";
import type { Model, ModelMessage, ModelTool } from "../../../domain/ports/model.ts";
import type { Sessions } from "../../../domain/ports/sessions.ts";
import type { Meter } from "../connection/meter.ts";
import { toRecord } from "../conversation/conversation.ts";
import type { Tried } from "../conversation/refusal.ts";

/** A stored decision of the model. */
export interface Decision {
  readonly type: ActionType;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly metadata?: Metadata;
}

export interface TakenStep extends Decision {
  readonly results: readonly ToolResult[];
  /** How it ended the loop; null if it did not. */
  readonly ending: { readonly status: string; readonly why?: string } | null;
  readonly seconds: number;
}

/** The state of a session between its changes. */
export interface WorkState {
  /** Counted from 1. */
  readonly attempt: number;
  /** Why changes were refused. */
  readonly failed: readonly string[];
  /** The last refused change, or the initial failure. */
  readonly last: Tried | null;
  /** The last change that fixed some of the tests. */
  readonly partly: Patch | null;
}

/**
 * The record of a session: occasional snapshots of the conversation, and every step since. A step costs the
 * same no matter how many came before it, and both together restore the whole conversation at any time.
 */
export interface SessionLog {
  readonly state: WorkState;
  /** Durable before the remaining calls are made. */
  underWay(decision: Decision, results: readonly ToolResult[]): Promise<void>;
  step(step: TakenStep, messages: readonly ModelMessage[]): Promise<void>;
  /** Records an event after which the conversation continues as given. */
  mark(what: string, state: WorkState, messages: readonly ModelMessage[], metadata: Metadata): Promise<void>;
  snapshot(messages: readonly ModelMessage[]): Promise<void>;
}

export interface LogOptions {
  readonly session: { readonly id: string; readonly task: string };
  readonly sessions: Sessions;
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly meter: Meter;
  readonly base: { readonly commit: string | null; readonly digest: string };
  readonly now: () => string;
  /** What is stored with the conversation, for a process that resumes it. */
  readonly memory?: Metadata;
  /** For a resumed session: its steps so far, and its state. */
  readonly taken?: number;
  readonly state?: WorkState;
}

const FRESH: WorkState = { attempt: 1, failed: [], last: null, partly: null };

export function openLog(options: LogOptions): SessionLog {
  const { session, sessions, meter } = options;
  let taken = options.taken ?? 0;
  let state = options.state ?? FRESH;

  const contextNow = (messages: readonly ModelMessage[]) => contextOf(options, { taken, state }, messages);

  return {
    get state() {
      return state;
    },
    underWay: (decision, results) =>
      sessions.noteUnderWay(session.id, { action: actionOf(options, decision), results: [...results] }),
    async step({ results, ending, seconds, ...decision }, messages) {
      const action = actionOf(options, decision);
      const error = ending?.why ?? null;
      if (ending) action.metadata.ending = ending.status;
      taken += 1;
      await sessions.appendStep(
        session.id,
        {
          success: error === null,
          action,
          tool_results: [...results],
          tokens_used: meter.used().tokens,
          duration_seconds: seconds,
          error,
          should_continue: ending === null,
        },
        ...(ending ? [contextNow(messages)] : []),
      );
    },
    async mark(what, next, messages, metadata) {
      const action = actionOf(options, { type: "respond", reasoning: what, calls: [], metadata });
      state = next;
      taken += 1;
      const success = metadata.restored !== true;
      const tokens_used = meter.used().tokens;
      const empty = { tool_results: [], duration_seconds: 0, error: null, should_continue: true };
      await sessions.appendStep(session.id, { success, action, tokens_used, ...empty }, contextNow(messages));
    },
    snapshot: (messages) => sessions.saveContext(contextNow(messages)),
  };
}

function actionOf({ model, meter }: LogOptions, { type, reasoning, calls, metadata }: Decision): AgentAction {
  return {
    action_type: type,
    reasoning,
    tool_calls: [...calls],
    response: calls.length === 0 ? reasoning : null,
    metadata: { model: model.id, used: { ...meter.used() }, ...metadata },
  };
}

function contextOf(
  { session, model, meter, tools, base, memory, now }: LogOptions,
  { taken, state }: { readonly taken: number; readonly state: WorkState },
  messages: readonly ModelMessage[],
): ExecutionContext {
  const used = meter.used();
  return {
    session_id: session.id,
    task_description: session.task,
    current_phase: "implement",
    available_tools: tools.map((tool) => tool.name),
    conversation_history: messages.map((message) => toRecord(message, now())),
    memory_context: {
      ...memory,
      model: model.id,
      base_commit: base.commit,
      base_digest: base.digest,
      steps: taken,
      used: { ...used },
      attempt: state.attempt,
      failed: [...state.failed],
      last: state.last && asMetadata(state.last),
      partly: state.partly && asMetadata(state.partly),
    },
    iteration: used.steps,
    tokens_used: used.tokens,
    token_budget: meter.limits.tokens,
  };
}
