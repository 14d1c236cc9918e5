import { hash } from "node:crypto";
import {
  type Provider,
  REMOTE_SILENCE,
  type WireModel,
  type WireOptions,
  withoutSlash,
} from "../connection/provider.ts";

export const mistral: Provider = {
  meta: {
    id: "mistral",
    title: "Mistral",
    why: "Mistral's own API, streaming, with native tool calls and thinking.",
    baseUrl: "https://api.mistral.ai/v1",
    key: { variables: ["MISTRAL_API_KEY"], needed: true },
    baseUrlVariables: ["MISTRAL_BASE_URL"],
    example: "mistral:devstral-medium-latest",
    silenceSeconds: REMOTE_SILENCE,
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createMistral } = await import("@ai-sdk/mistral");
    const wire = createMistral({ baseURL: withoutSlash(baseUrl), apiKey: key ?? "", fetch })(model);
    const doStream: WireModel["doStream"] = (options) =>
      wire.doStream({ ...options, prompt: options.prompt.map(withShortIds) });
    return new Proxy(wire, {
      get: (target, name) => (name === "doStream" ? doStream : Reflect.get(target, name, target)),
    });
  },
};

type WireMessage = WireOptions["prompt"][number];

/** Mistral accepts only call ids of exactly nine letters and digits. */
function withShortIds(message: WireMessage): WireMessage {
  if (message.role !== "assistant" && message.role !== "tool") return message;
  const content = message.content.map((part) =>
    "toolCallId" in part ? { ...part, toolCallId: shortId(part.toolCallId) } : part,
  );
  return { ...message, content } as WireMessage;
}

function shortId(id: string): string {
  return /^[A-Za-z0-9]{9}$/.test(id) ? id : hash("sha256", id).slice(0, 9);
}
