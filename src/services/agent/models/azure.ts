import {
  type Access,
  firstSet,
  noKey,
  type Provider,
  REMOTE_SILENCE,
  type Variable,
} from "../connection/provider.ts";
import { responsesOptions } from "./openai.ts";

const meta = {
  baseUrl: null,
  key: { variables: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"], needed: true },
  baseUrlVariables: ["AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_BASE_URL"],
  otherVariables: ["AZURE_RESOURCE_NAME"],
  silenceSeconds: REMOTE_SILENCE,
};

/** The model is the name of a deployment. */
export const azure: Provider = {
  meta: {
    id: "azure",
    title: "Azure OpenAI",
    why: "Azure OpenAI's Responses API (v1), with the names of your deployments.",
    example: "azure:my-gpt-5",
    ...meta,
  },
  access,
  async open({ model, baseUrl, key, fetch }) {
    return (await openAzure(baseUrl, key, fetch)).responses(model);
  },
  options: ({ effort }) => ({ azure: responsesOptions(effort) }),
};

export const azureChat: Provider = {
  meta: {
    id: "azure-chat",
    title: "Azure chat completions",
    why: "Azure's chat completions (v1), for deployments without the Responses API.",
    example: "azure-chat:my-mistral",
    ...meta,
  },
  access,
  async open({ model, baseUrl, key, fetch }) {
    return (await openAzure(baseUrl, key, fetch)).chat(model);
  },
};

function access(this: Provider, variable: Variable): Access {
  const key = firstSet(this.meta.key.variables, variable);
  if (key === null) return noKey(this.meta);
  const resource = variable("AZURE_RESOURCE_NAME");
  const endpoint =
    firstSet(this.meta.baseUrlVariables, variable) ??
    (resource === null ? null : `https://${resource}.openai.azure.com`);
  if (endpoint !== null) return { key, baseUrl: withVersion(endpoint) };
  return {
    problem: `${this.meta.title} needs an address, and AZURE_OPENAI_ENDPOINT is not set`,
    hint: "Set it, for example: export AZURE_OPENAI_ENDPOINT=https://my-resource.openai.azure.com",
  };
}

/** People copy the address of the resource, `…/openai` or `…/openai/v1`. */
function withVersion(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, "").replace(/\/openai(?:\/v1)?$/, "")}/openai/v1`;
}

async function openAzure(baseURL: string, key: string | null, fetch: typeof globalThis.fetch) {
  const { createOpenAI } = await import("@ai-sdk/openai");
  return createOpenAI({
    name: "azure",
    baseURL,
    apiKey: key ?? "",
    headers: { "api-key": key ?? "" },
    fetch: (url, init) => fetch(url, withoutBearer(init)),
  });
}

/** Azure accepts a bearer header only for an Entra token, not for a key. */
function withoutBearer(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  headers.delete("authorization");
  return { ...init, headers };
}
