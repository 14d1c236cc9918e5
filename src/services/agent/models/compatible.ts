import type { Provider } from "../provider.ts";

interface Server {
  readonly id: string;
  readonly title: string;
  readonly baseUrl: string | null;
  readonly example: string;
}

const SERVERS: readonly Server[] = [
  {
    id: "ollama",
    title: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    example: "ollama:qwen3-coder",
  },
  {
    id: "vllm",
    title: "vLLM",
    baseUrl: "http://127.0.0.1:8000/v1",
    example: "vllm:Qwen/Qwen3-Coder-30B",
  },
  {
    id: "llamacpp",
    title: "llama.cpp",
    baseUrl: "http://127.0.0.1:8080/v1",
    example: "llamacpp:default",
  },
  { id: "compatible", title: "Another server", baseUrl: null, example: "compatible:my-model" },
];

/** Servers that speak OpenAI's chat completions; most of them run on the user's own machine and need no key. */
export const compatible: readonly Provider[] = SERVERS.map((server) => ({
  meta: {
    id: server.id,
    title: server.title,
    why: "OpenAI's chat completions protocol, streaming, with native tool calls.",
    baseUrl: server.baseUrl,
    key: { variable: "AGENTFORGE_MODEL_KEY", needed: false },
    baseUrlVariable: "AGENTFORGE_MODEL_URL",
    example: server.example,
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: server.id,
      baseURL: baseUrl.replace(/\/+$/, ""),
      ...(key !== null && { apiKey: key }),
      includeUsage: true,
      fetch,
    });
    return provider.chatModel(model);
  },
}));
