import {
  firstSet,
  LOCAL_SILENCE,
  type Provider,
  type Variable,
  withoutSlash,
} from "../connection/provider.ts";

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

/**
 * Servers that implement OpenAI's chat completions; most of them run on the user's own machine and need no
 * key.
 */
export const compatible: readonly Provider[] = SERVERS.map((server) => ({
  meta: {
    id: server.id,
    title: server.title,
    why: "OpenAI's chat completions protocol, streaming, with native tool calls.",
    baseUrl: server.baseUrl,
    key: { variables: ["AGENTFORGE_MODEL_KEY"], needed: false },
    baseUrlVariables: ["AGENTFORGE_MODEL_URL"],
    ...(server.id === "ollama" && { otherVariables: ["OLLAMA_HOST"] }),
    example: server.example,
    silenceSeconds: LOCAL_SILENCE,
  },
  ...(server.id === "ollama" && { access: accessOllama }),
  async open({ model, baseUrl, key, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: server.id,
      baseURL: withoutSlash(baseUrl),
      ...(key !== null && { apiKey: key }),
      includeUsage: true,
      fetch,
    });
    return provider.chatModel(model);
  },
}));

/** `OLLAMA_HOST` is Ollama's own variable: a host, with or without scheme and port. */
function accessOllama(variable: Variable) {
  const key = variable("AGENTFORGE_MODEL_KEY");
  const given = firstSet(["AGENTFORGE_MODEL_URL"], variable);
  if (given !== null) return { key, baseUrl: given };
  const host = variable("OLLAMA_HOST") ?? "";
  const [, scheme = "http://", name = "", port] = /^(https?:\/\/)?([^:/]*)(?::(\d+))?/.exec(host) ?? [];
  const reachable = name === "" || name === "0.0.0.0" ? "127.0.0.1" : name;
  return { key, baseUrl: `${scheme}${reachable}:${port ?? (scheme === "https://" ? 443 : 11434)}/v1` };
}
