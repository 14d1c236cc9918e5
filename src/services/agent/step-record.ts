import type { ActionType, ConversationMessage, StepResult } from "../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import type { Model, ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import type { Meter } from "./meter.ts";

/** One step of the loop, as it is to be kept. */
export interface TakenStep {
  readonly type: ActionType;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
  readonly ending: unknown;
  readonly seconds: number;
  readonly error: string | null;
}

export interface RecordOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly meter: Meter;
  readonly sessions: Sessions;
  readonly session: { readonly id: string; readonly task: string };
  readonly base: { readonly commit: string | null; readonly digest: string };
  readonly now: () => string;
}

/** Appends the step and saves what the model knows; both are durable when it resolves. */
export async function recordStep(
  step: TakenStep,
  messages: readonly ModelMessage[],
  options: RecordOptions,
): Promise<void> {
  const { session, meter, sessions } = options;
  const { steps, tokens } = meter.used();
  const result: StepResult = {
    success: step.error === null,
    action: {
      action_type: step.type,
      reasoning: step.reasoning,
      tool_calls: [...step.calls],
      response: step.calls.length === 0 ? step.reasoning : null,
      metadata: { model: options.model.id },
    },
    tool_results: [...step.results],
    tokens_used: tokens,
    duration_seconds: step.seconds,
    error: step.error,
    should_continue: step.ending === null,
  };
  await sessions.appendStep(session.id, result);
  await sessions.saveContext({
    session_id: session.id,
    task_description: session.task,
    current_phase: "implement",
    available_tools: options.tools.map((tool) => tool.name),
    conversation_history: messages.map((message) => toRecord(message, options.now())),
    memory_context: {
      model: options.model.id,
      base_commit: options.base.commit,
      base_digest: options.base.digest,
    },
    iteration: steps,
    tokens_used: tokens,
    token_budget: meter.limits.tokens,
  });
}

function toRecord(message: ModelMessage, timestamp: string): ConversationMessage {
  const plain = { timestamp, tool_calls: null, tool_results: null };
  switch (message.role) {
    case "assistant": {
      const calls = message.calls.map((call) => ({
        name: call.name,
        parameters: call.parameters ?? {},
        category: null,
      }));
      return { ...plain, role: "assistant", content: message.text, tool_calls: calls };
    }
    case "tool": {
      const results = message.results.map((result) => ({
        tool_name: result.name,
        success: !result.failed,
        output: result.failed ? null : result.text,
        error: result.failed ? result.text : null,
        duration_seconds: 0,
      }));
      return { ...plain, role: "tool", content: "", tool_results: results };
    }
    default:
      return { ...plain, role: message.role, content: message.text };
  }
}
