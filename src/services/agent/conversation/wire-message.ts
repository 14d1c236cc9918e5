import type { ModelCall, ModelMessage, ModelTool } from "../../../domain/ports/model.ts";
import type { ProviderOptions, WireOptions } from "../connection/provider.ts";
import { describes, type OpaquePart, readOpaque } from "./opaque.ts";
import { possibleName, toolNamed } from "./tool-names.ts";

type WirePrompt = WireOptions["prompt"];
type WireTools = NonNullable<WireOptions["tools"]>;
type WireAssistant = Extract<WirePrompt[number], { role: "assistant" }>;
type WirePart = WireAssistant["content"][number];

/**
 * `mark` asks the provider to cache everything up to this message, because it is sent again at every step.
 */
export function toWire(
  messages: readonly ModelMessage[],
  model: string,
  mark: ProviderOptions | null,
): WirePrompt {
  return messages.map((message, index) => {
    const wire = messageToWire(message, model);
    const isMark = message.role === "system" || index === messages.length - 1;
    return isMark && mark !== null
      ? { ...wire, providerOptions: { ...wire.providerOptions, ...mark } }
      : wire;
  });
}

function messageToWire(message: ModelMessage, model: string): WirePrompt[number] {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant":
      return assistantToWire(message, model);
    case "tool":
      return {
        role: "tool",
        content: message.results.map((result) => ({
          type: "tool-result" as const,
          toolCallId: result.id,
          toolName: possibleName(result.name),
          output: result.failed
            ? { type: "error-text" as const, value: result.text }
            : { type: "text" as const, value: result.text },
        })),
      };
  }
}

type Said = Extract<ModelMessage, { role: "assistant" }>;

function assistantToWire(message: Said, model: string): WireAssistant {
  const opaque = readOpaque(message, model);
  if (opaque === null) return { role: "assistant", content: plainParts(message, []) };
  const content = describes(opaque.parts, message.text, message.calls)
    ? partsInOrder(message, opaque.parts)
    : plainParts(message, opaque.parts);
  return { role: "assistant", content, ...(opaque.options && { providerOptions: opaque.options }) };
}

function partsInOrder({ text, calls }: Said, parts: readonly OpaquePart[]): WirePart[] {
  let at = 0;
  let call = 0;
  const content = parts.flatMap((part): WirePart[] => {
    const options = part.options && { providerOptions: part.options };
    if (part.type === "reasoning") return [reasoningPart(part)];
    if (part.type === "call") {
      const next = calls[call++];
      return next ? [{ ...callPart(next), ...options }] : [];
    }
    const piece = text.slice(at, at + part.length);
    at += part.length;
    return piece.trim() === "" && !options ? [] : [{ type: "text", text: piece, ...options }];
  });
  return content.length === 0 ? [NOTHING] : content;
}

/** Anthropic rejects a message without content, and empty text next to calls. */
function plainParts({ text, calls }: Said, parts: readonly OpaquePart[]): WirePart[] {
  const content: WirePart[] = [
    ...parts.filter(({ type }) => type === "reasoning").map(reasoningPart),
    ...(text.trim() === "" ? [] : [{ type: "text" as const, text }]),
    ...calls.map(callPart),
  ];
  return content.some(({ type }) => type !== "reasoning") ? content : [...content, NOTHING];
}

const NOTHING = { type: "text" as const, text: "(nothing)" };

function reasoningPart({ text, options }: OpaquePart): WirePart {
  return { type: "reasoning", text, ...(options && { providerOptions: options }) };
}

function callPart(call: ModelCall): WirePart {
  return {
    type: "tool-call",
    toolCallId: call.id,
    toolName: possibleName(call.name),
    input: call.parameters ?? {},
  };
}

export function toolsToWire(tools: readonly ModelTool[]): WireTools {
  return tools.map((tool) => ({
    type: "function" as const,
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters as Extract<WireTools[number], { type: "function" }>["inputSchema"],
  }));
}

/** A model may write anything in place of JSON; anything but an object is kept verbatim. */
export function readCall(
  id: string,
  writtenName: string,
  written: string,
  tools: readonly ModelTool[],
): ModelCall {
  const name = toolNamed(
    writtenName,
    tools.map((tool) => tool.name),
  );
  const text = written.trim() === "" ? "{}" : written;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return { id, name, written, parameters: isObject ? (value as ModelCall["parameters"]) : null };
  } catch {
    return { id, name, written, parameters: null };
  }
}
