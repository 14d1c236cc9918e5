import type { ModelCall, ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { WireModel } from "./provider.ts";

type WireOptions = Parameters<WireModel["doStream"]>[0];
type WirePrompt = WireOptions["prompt"];
type WireTools = NonNullable<WireOptions["tools"]>;

export function toWire(messages: readonly ModelMessage[]): WirePrompt {
  return messages.map(messageToWire);
}

function messageToWire(message: ModelMessage): WirePrompt[number] {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return {
        role: "assistant",
        content: [
          ...textParts(message.text, message.calls.length > 0),
          ...message.calls.map((call) => ({
            type: "tool-call" as const,
            toolCallId: call.id,
            toolName: call.name,
            input: call.parameters ?? {},
          })),
        ],
      };
    case "tool":
      return {
        role: "tool",
        content: message.results.map((result) => ({
          type: "tool-result" as const,
          toolCallId: result.id,
          toolName: result.name,
          output: result.failed
            ? { type: "error-text" as const, value: result.text }
            : { type: "text" as const, value: result.text },
        })),
      };
  }
}

/** Anthropic refuses a message without content, and empty text beside calls. */
function textParts(text: string, hasCalls: boolean) {
  if (text.trim() !== "") return [{ type: "text" as const, text }];
  return hasCalls ? [] : [{ type: "text" as const, text: "(nothing)" }];
}

export function toolsToWire(tools: readonly ModelTool[]): WireTools {
  return tools.map((tool) => ({
    type: "function" as const,
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters as Extract<WireTools[number], { type: "function" }>["inputSchema"],
  }));
}

/** A model may write anything where JSON belongs; what is not an object is kept as it was written. */
export function readCall(id: string, name: string, written: string): ModelCall {
  const text = written.trim() === "" ? "{}" : written;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return { id, name, written, parameters: isObject ? (value as ModelCall["parameters"]) : null };
  } catch {
    return { id, name, written, parameters: null };
  }
}
