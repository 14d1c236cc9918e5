import { type Provider, REMOTE_SILENCE, withoutSlash } from "../connection/provider.ts";

export const gemini: Provider = {
  meta: {
    id: "gemini",
    title: "Google Gemini",
    why: "The Gemini API, streaming, with native tool calls and thought signatures.",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    key: { variables: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"], needed: true },
    baseUrlVariables: ["GOOGLE_GEMINI_BASE_URL"],
    example: "gemini:gemini-2.5-pro",
    silenceSeconds: REMOTE_SILENCE,
  },
  async open({ model, baseUrl, key, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL: withVersion(baseUrl), apiKey: key ?? "", fetch })(model);
  },
};

/** Google's own tools expect the address without the version; both forms are accepted. */
function withVersion(address: string): string {
  const plain = withoutSlash(address);
  return /\/v\d+\w*$/.test(plain) ? plain : `${plain}/v1beta`;
}
