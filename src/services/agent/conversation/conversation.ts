import type { ConversationMessage, StepResult } from "../../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";
import type { ModelCall, ModelMessage, Opaque } from "../../../domain/ports/model.ts";
import { plainOutput } from "../../../domain/rules/text/plain-output.ts";

const NO_CALL =
  "Nothing happens without a tool call. Continue with one, or call complete when the work is done.";
const CUT_OFF =
  "Your answer was cut off by the output limit. Continue with a smaller step: edit a part of the file.";

/** The reply to a model that called no tool. */
export function nudge(wasCut: boolean): ModelMessage {
  return { role: "user", text: wasCut ? CUT_OFF : NO_CALL };
}

/** Unmarked: the rules say once that results are data, not instructions. */
function textOf(result: ToolResult): string {
  return result.success ? plainOutput(result.output) : (result.error ?? "failed");
}

export function answerTo(calls: readonly ModelCall[], results: readonly ToolResult[]): ModelMessage {
  return {
    role: "tool",
    results: calls.flatMap(({ id, name }, index) => {
      const result = results[index];
      return result ? [{ id, name, text: textOf(result), failed: !result.success }] : [];
    }),
  };
}

/**
 * Call ids are derived from their position in the conversation, so that a resumed session sends the same
 * bytes. Every provider accepts nine letters and digits.
 */
export function callId(place: number, index: number): string {
  return `c${String(place).padStart(6, "0")}${String(index).padStart(2, "0")}`;
}

export function recalledCalls(
  calls: readonly ToolCall[],
  place: number,
  malformed: readonly number[] = [],
): ModelCall[] {
  return calls.map(({ name, parameters }, index) => ({
    id: callId(place, index),
    name,
    parameters: malformed.includes(index) ? null : parameters,
    written: malformed.includes(index) ? "" : JSON.stringify(parameters),
  }));
}

/** What one complete step added to the conversation. */
export function messagesOf(step: StepResult, place: number): ModelMessage[] {
  const { action } = step;
  if (action === null) return [];
  const calls = recalledCalls(action.tool_calls, place);
  const said: ModelMessage = {
    role: "assistant",
    text: action.reasoning,
    calls,
    ...opaqueIn(action.metadata.opaque),
  };
  if (calls.length === 0) return [said, nudge(action.metadata.cut === true)];
  return [said, answerTo(calls, step.tool_results)];
}

/** The provider-specific part of a record, if any. */
export function opaqueIn(value: unknown): { readonly opaque?: Opaque } {
  const { model, content } = (value ?? {}) as Partial<Opaque>;
  return typeof model === "string" && typeof content === "string" ? { opaque: { model, content } } : {};
}

export function toRecord(message: ModelMessage, timestamp: string): ConversationMessage {
  const plain = { timestamp, tool_calls: null, tool_results: null };
  switch (message.role) {
    case "assistant": {
      const calls = message.calls.map((call) => ({
        name: call.name,
        parameters: call.parameters ?? {},
        category: null,
      }));
      return {
        ...{ ...plain, role: "assistant", content: message.text, tool_calls: calls },
        ...opaqueIn(message.opaque),
      };
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

export function fromRecord(history: readonly ConversationMessage[]): ModelMessage[] {
  return history.map((message, place): ModelMessage => {
    switch (message.role) {
      case "assistant":
        return {
          role: "assistant",
          text: message.content,
          calls: recalledCalls(message.tool_calls ?? [], place),
          ...opaqueIn(message.opaque),
        };
      case "tool":
        return {
          role: "tool",
          results: (message.tool_results ?? []).map((result, index) => ({
            id: callId(place - 1, index),
            name: result.tool_name,
            text: String(result.success ? result.output : result.error),
            failed: !result.success,
          })),
        };
      default:
        return { role: message.role, text: message.content };
    }
  });
}
