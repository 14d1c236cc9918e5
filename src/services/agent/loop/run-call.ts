import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";
import type { ModelCall } from "../../../domain/ports/model.ts";
import type { RepeatAnswer } from "../../../domain/ports/repair.ts";
import type { Ends, LoopOptions, ToolCaller } from "./loop-options.ts";

const ENDS: readonly string[] = ["complete", "escalate", "cannot_fix"] satisfies Ends[];

/** A result that already exists. */
export function recognize(result: ToolResult): Awaited<ReturnType<ToolCaller["call"]>> {
  const ends = result.success && ENDS.includes(result.tool_name) ? (result.tool_name as Ends) : null;
  return { result, ends };
}

interface CallState {
  /** Whether a previous call of the same answer ended the work. */
  readonly ended: boolean;
  /** Whether the answer was cut off by the output limit. */
  readonly isCut: boolean;
  readonly signal: AbortSignal;
}

export function runCall(
  call: ModelCall,
  toolCall: ToolCall,
  answer: RepeatAnswer,
  { ended, isCut, signal }: CallState,
  options: LoopOptions,
): ReturnType<ToolCaller["call"]> {
  if (answer === "skip") return Promise.resolve({ result: failed(call, NOT_REPEATED) });
  if (answer !== "repeat") return Promise.resolve(recognize(answer));
  if (ended) return Promise.resolve({ result: failed(call, "not run: the previous call ended the work") });
  if (call.parameters === null) {
    return Promise.resolve({ result: failed(call, isCut ? cutOff(call, options) : notJson(call)) });
  }
  return options.toolCaller.call(toolCall, signal, options.meter.sinceLast());
}

function notJson(call: ModelCall): string {
  return `the parameters of ${call.name} are not a JSON object: ${call.written.slice(0, 300)}\nSend the call again with valid JSON; quotes and line breaks inside strings must be escaped.`;
}

function cutOff(call: ModelCall, { maxOutputTokens }: LoopOptions): string {
  return `not run: your answer was cut off by the output limit of ${maxOutputTokens} tokens in the middle of this call to ${call.name} (after ${call.written.length} characters of its parameters). Make it smaller: change a part of the file with edit_file, or write it in several calls.`;
}

const NOT_REPEATED =
  "not repeated: it was running when the program was interrupted, and its outcome is unknown";

function failed(call: ModelCall, error: string): ToolResult {
  return { tool_name: call.name, success: false, output: null, error, duration_seconds: 0 };
}
