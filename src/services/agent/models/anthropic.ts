import type { Provider } from "../provider.ts";

export const anthropic: Provider = {
  meta: {
    id: "anthropic",
    title: "Anthropic",
    why: "The Messages API, streaming, with native tool calls.",
    baseUrl: "https://api.anthropic.com/v1",
    key: { variable: "ANTHROPIC_API_KEY", needed: true },
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    example: "anthropic:claude-sonnet-4-5",
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: withVersion(baseUrl), apiKey: key ?? "", fetch })(model);
  },
};

/** Anthropic's own tools take the address without `/v1`; both forms are understood. */
function withVersion(address: string): string {
  const plain = address.replace(/\/+$/, "");
  return /\/v\d+$/.test(plain) ? plain : `${plain}/v1`;
}
