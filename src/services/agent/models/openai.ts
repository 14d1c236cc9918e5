import { type Provider, REMOTE_SILENCE, withoutSlash } from "../connection/provider.ts";

const shared = {
  baseUrl: "https://api.openai.com/v1",
  key: { variables: ["OPENAI_API_KEY"], needed: true },
  baseUrlVariables: ["OPENAI_BASE_URL"],
  silenceSeconds: REMOTE_SILENCE,
};

export const openai: Provider = {
  meta: {
    id: "openai",
    title: "OpenAI",
    why: "Chat completions, streaming, with native tool calls; also for gateways that support it.",
    example: "openai:gpt-4.1",
    ...shared,
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openai",
      baseURL: withoutSlash(baseUrl),
      apiKey: key ?? "",
      includeUsage: true,
      fetch,
      // OpenAI's newer models reject the older name of the limit.
      transformRequestBody({ max_tokens, ...body }) {
        return { ...body, max_completion_tokens: max_tokens };
      },
    });
    return provider.chatModel(model);
  },
};

export const openaiResponses: Provider = {
  meta: {
    id: "openai-responses",
    title: "OpenAI Responses",
    why: "The Responses API: reasoning models keep their reasoning from step to step, encrypted, without storage.",
    example: "openai-responses:gpt-5",
    ...shared,
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ baseURL: withoutSlash(baseUrl), apiKey: key ?? "", fetch }).responses(model);
  },
  options: ({ effort }) => ({ openai: responsesOptions(effort) }),
};

/**
 * The provider stores nothing, so reasoning is sent with the conversation. A model with an effort setting can
 * reason, regardless of its name. Summaries are not requested, because not every account may use them.
 */
export function responsesOptions(effort: string | null) {
  return {
    store: false,
    reasoningSummary: null,
    ...(effort !== null && effort !== "none" && { forceReasoning: true }),
  };
}
