import { type Provider, REMOTE_SILENCE, withoutSlash } from "../connection/provider.ts";

export const openrouter: Provider = {
  meta: {
    id: "openrouter",
    title: "OpenRouter",
    why: "Many providers behind one key, with the price of each answer as OpenRouter charges it.",
    baseUrl: "https://openrouter.ai/api/v1",
    key: { variables: ["OPENROUTER_API_KEY"], needed: true },
    baseUrlVariables: ["OPENROUTER_BASE_URL"],
    example: "openrouter:anthropic/claude-sonnet-4.5",
    silenceSeconds: REMOTE_SILENCE,
  },
  reportsCost: true,
  async open({ model, baseUrl, key, fetch }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openrouter",
      baseURL: withoutSlash(baseUrl),
      apiKey: key ?? "",
      includeUsage: true,
      fetch,
      headers: { "x-title": "AgentForge" },
      metadataExtractor: { extractMetadata: async () => undefined, createStreamExtractor: readExtras },
      transformRequestBody: ({ reasoning_effort, ...body }) => ({
        ...body,
        usage: { include: true },
        ...(reasoning_effort !== undefined && { reasoning: { effort: reasoning_effort } }),
        // Other providers cache automatically.
        ...(model.startsWith("anthropic/") && { cache_control: { type: "ephemeral" } }),
      }),
    });
    return provider.chatModel(model);
  },
};

interface Chunk {
  readonly usage?: { readonly cost?: unknown };
  readonly choices?: readonly { readonly delta?: { readonly reasoning_details?: unknown } }[];
}

/** Additions to the protocol: the price, and reasoning that must be returned unchanged. */
function readExtras() {
  let cost: number | null = null;
  const details: Detail[] = [];
  return {
    processChunk(chunk: unknown) {
      const { usage, choices } = (chunk ?? {}) as Chunk;
      if (typeof usage?.cost === "number") cost = usage.cost;
      const pieces = choices?.[0]?.delta?.reasoning_details;
      if (Array.isArray(pieces)) for (const piece of pieces) append(details, piece as Detail);
    },
    buildMetadata: () => ({
      agentforge: {
        ...(cost !== null && { costUsd: cost }),
        ...(details.length > 0 && { message: { openaiCompatible: { reasoning_details: details } } }),
      },
    }),
  };
}

type Detail = Record<string, string | number | null>;

/** A detail arrives in pieces, which are joined by index and type. */
function append(details: Detail[], piece: Detail): void {
  const last = details.at(-1);
  const isMore = last && last.index === piece.index && last.type === piece.type && piece.index !== undefined;
  if (!isMore) {
    details.push({ ...piece });
    return;
  }
  for (const [name, value] of Object.entries(piece)) {
    const grows = name === "text" || name === "summary" || name === "data";
    const before = last[name];
    if (value !== null) last[name] = grows && typeof before === "string" ? before + value : value;
  }
}
