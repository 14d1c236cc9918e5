import type { Provider } from "../provider.ts";

export const openai: Provider = {
  meta: {
    id: "openai",
    title: "OpenAI",
    why: "Chat completions, streaming, with native tool calls.",
    baseUrl: "https://api.openai.com/v1",
    key: { variable: "OPENAI_API_KEY", needed: true },
    baseUrlVariable: "OPENAI_BASE_URL",
    example: "openai:gpt-5",
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openai",
      baseURL: baseUrl.replace(/\/+$/, ""),
      apiKey: key ?? "",
      includeUsage: true,
      fetch,
      // OpenAI's newer models refuse the older name of the limit.
      transformRequestBody({ max_tokens, ...body }) {
        return { ...body, max_completion_tokens: max_tokens };
      },
    });
    return provider.chatModel(model);
  },
};
