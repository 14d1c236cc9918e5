import { type Provider, REMOTE_SILENCE, withoutSlash } from "../connection/provider.ts";

export const anthropic: Provider = {
  meta: {
    id: "anthropic",
    title: "Anthropic",
    why: "The Messages API, streaming, with native tool calls, prompt caching and signed thinking.",
    baseUrl: "https://api.anthropic.com/v1",
    key: { variables: ["ANTHROPIC_API_KEY"], needed: true },
    baseUrlVariables: ["ANTHROPIC_BASE_URL"],
    example: "anthropic:claude-sonnet-4-5",
    silenceSeconds: REMOTE_SILENCE,
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: withVersion(baseUrl), apiKey: key ?? "", fetch })(model);
  },
  cacheMark: () => ({ anthropic: { cacheControl: { type: "ephemeral" } } }),
};

/** Anthropic's own tools expect the address without `/v1`; both forms are accepted. */
function withVersion(address: string): string {
  const plain = withoutSlash(address);
  return /\/v\d+$/.test(plain) ? plain : `${plain}/v1`;
}
