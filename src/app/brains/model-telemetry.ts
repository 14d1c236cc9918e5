import type { Model, ModelAnswer, ModelMessage } from "../../domain/ports/model.ts";
import type { Telemetry } from "../../domain/ports/telemetry.ts";
import { priceOf } from "../../services/agent/index.ts";
import type { ToolCaller } from "../../services/tools/index.ts";

/** Providers whose name in the GenAI conventions differs from ours. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  azure: "azure.ai.openai",
  bedrock: "aws.bedrock",
  gemini: "gcp.gemini",
  google: "gcp.gemini",
  vertex: "gcp.vertex_ai",
  mistral: "mistral_ai",
};

/** A client span for each request, named according to the GenAI conventions of OpenTelemetry. */
export function tracedModel(telemetry: Telemetry, model: Model): Model {
  const [provider = model.id, ...rest] = model.id.split(":");
  const name = rest.join(":") || model.id;
  const about = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": PROVIDER_NAMES[provider] ?? provider,
    "gen_ai.request.model": name,
  };
  return {
    ...model,
    ask: (request, options) => {
      const asked = {
        ...about,
        "gen_ai.request.max_tokens": request.maxOutputTokens,
        "gen_ai.conversation.id": options.conversation ?? null,
      };
      return telemetry.span(
        `chat ${name}`,
        asked,
        async (span) => {
          span.content(() => inputOf(request.messages));
          const answer = await model.ask(request, options);
          if (answer.status === "failed" || answer.status === "overflow") {
            span.fail(answer.why);
            span.note({ "error.type": answer.status });
          }
          span.note({ "agentforge.model.status": answer.status, ...responseOf(answer, model.id) });
          span.content(() => outputOf(answer));
          return answer;
        },
        "client",
      );
    },
  };
}

function responseOf(answer: ModelAnswer, modelId: string) {
  if (!("usage" in answer)) return {};
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens = 0 } = answer.usage;
  return {
    "gen_ai.response.id": answer.response?.id ?? null,
    "gen_ai.response.model": answer.response?.model ?? null,
    "gen_ai.response.finish_reasons": [finishOf(answer)],
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "gen_ai.usage.cache_read.input_tokens": cachedTokens,
    "gen_ai.usage.cache_creation.input_tokens": cacheWriteTokens,
    // No convention names the cost yet; this is the name that Langfuse reads, in US dollars.
    "gen_ai.usage.cost": priceOf(modelId, answer.usage),
  };
}

type Ended = Extract<ModelAnswer, { usage: unknown }>;

function finishOf(answer: Ended): string {
  if (answer.response) return answer.response.finish;
  if (answer.status === "refused") return "content_filter";
  return { end: "stop", tools: "tool_calls", length: "length" }[answer.stopped];
}

/** Messages in the format of the conventions' JSON schema. */
function inputOf(messages: readonly ModelMessage[]) {
  return {
    "gen_ai.input.messages": messages.map((message) => ({ role: message.role, parts: partsOf(message) })),
  };
}

function outputOf(answer: ModelAnswer): Record<string, unknown> {
  if (!("usage" in answer)) return {};
  const calls = "calls" in answer ? answer.calls : [];
  const parts = partsOf({ role: "assistant", text: answer.text, calls });
  return { "gen_ai.output.messages": [{ role: "assistant", parts, finish_reason: finishOf(answer) }] };
}

function partsOf(message: ModelMessage): object[] {
  if (message.role === "tool")
    return message.results.map(({ id, text }) => ({ type: "tool_call_response", id, response: text }));
  if (message.role !== "assistant") return [textPart(message.text)];
  const calls = message.calls.map(({ id, name, parameters, written }) => ({
    type: "tool_call",
    id,
    name,
    arguments: parameters ?? written,
  }));
  return [...(message.text === "" ? [] : [textPart(message.text)]), ...calls];
}

function textPart(content: string) {
  return { type: "text", content };
}

export function tracedCaller(telemetry: Telemetry, caller: ToolCaller, sessionId: string | null): ToolCaller {
  return {
    ...caller,
    call: (call, signal, usage) => {
      const about = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.type": "function",
        "gen_ai.conversation.id": sessionId,
      };
      return telemetry.span(`execute_tool ${call.name}`, about, async (span) => {
        span.content(() => ({ "gen_ai.tool.call.arguments": call.parameters }));
        const called = await caller.call(call, signal, usage);
        const { result } = called;
        if (!result.success) {
          span.fail(result.error ?? "it failed");
          span.note({ "error.type": "tool_error" });
        }
        const { success, output, error } = result;
        span.content(() => ({ "gen_ai.tool.call.result": success ? output : error }));
        return called;
      });
    },
  };
}
