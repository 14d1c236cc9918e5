import { describe, expect, it } from "vitest";
import { chooseBrain } from "./choose-model.ts";

const KEYS: Record<string, string> = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o" };
const none = { flag: null, environment: null, settings: null };
const choose = (
  names: Partial<Record<keyof typeof none, string>>,
  variables: Record<string, string> = KEYS,
) => chooseBrain({ ...none, ...names, variable: (name) => variables[name] ?? null });

describe("chooseBrain", () => {
  it.each<[string, object, string, string | null]>([
    ["nothing said", {}, "search", null],
    ["a model in the settings", { settings: "ollama:qwen3" }, "hybrid", "ollama qwen3"],
    ["a model by flag", { flag: "anthropic:claude" }, "hybrid", "anthropic claude"],
    ["a model whose name has a colon", { flag: "ollama:qwen3:8b" }, "hybrid", "ollama qwen3:8b"],
    [
      "flag before environment before settings",
      { flag: "openai:a", environment: "openai:b", settings: "openai:c" },
      "hybrid",
      "openai a",
    ],
    ["the kind by flag, the model from elsewhere", { flag: "llm", settings: "openai:c" }, "llm", "openai c"],
    [
      "search by flag, regardless of the settings",
      { flag: "search", environment: "openai:b" },
      "search",
      null,
    ],
    [
      "search by environment, a model by flag",
      { flag: "openai:a", environment: "search" },
      "hybrid",
      "openai a",
    ],
  ])("%s", (_name, names, kind, model) => {
    const choice = choose(names);
    expect(choice.kind).toBe(kind);
    expect(choice.kind === "search" ? null : `${choice.model.provider.meta.id} ${choice.model.model}`).toBe(
      model,
    );
  });

  it.each<[string, string, string, RegExp]>([
    ["no model", "llm", "no_model", /needs a model/],
    ["no provider with that name", "acme:x", "bad_input", /"acme:x" is not a brain/],
    ["no model after the colon", "openai:", "bad_input", /not a brain/],
    ["a word", "clever", "bad_input", /not a brain/],
    ["no key", "anthropic:claude", "no_model", /ANTHROPIC_API_KEY is not set/],
    ["no address", "compatible:x", "no_model", /AGENTFORGE_MODEL_URL is not set/],
  ])("refuses %s", (_name, flag, code, message) => {
    expect(() => choose({ flag }, {})).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it.each<[string, Record<string, string>, string, string]>([
    [
      "azure:d",
      { AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "https://r.openai.azure.com/" },
      "https://r.openai.azure.com/openai/v1",
      "k",
    ],
    [
      "azure-chat:d",
      { AZURE_API_KEY: "k", AZURE_RESOURCE_NAME: "r" },
      "https://r.openai.azure.com/openai/v1",
      "k",
    ],
    [
      "bedrock:m",
      { AWS_BEARER_TOKEN_BEDROCK: "b", AWS_SECRET_ACCESS_KEY: "s", AWS_REGION: "eu-west-1" },
      "https://bedrock-runtime.eu-west-1.amazonaws.com",
      "b",
    ],
    [
      "bedrock:m",
      { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "s", AWS_DEFAULT_REGION: "us-east-1" },
      "https://bedrock-runtime.us-east-1.amazonaws.com",
      "s",
    ],
    [
      "vertex:gemini",
      { GOOGLE_VERTEX_ACCESS_TOKEN: "t", GOOGLE_CLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "us-central1" },
      "https://us-central1-aiplatform.googleapis.com/v1beta1/projects/p/locations/us-central1/publishers/google",
      "t",
    ],
    [
      "vertex:gemini",
      { GOOGLE_VERTEX_API_KEY: "x" },
      "https://aiplatform.googleapis.com/v1/publishers/google",
      "x",
    ],
    [
      "gemini:g",
      { GOOGLE_GENERATIVE_AI_API_KEY: "2", GEMINI_API_KEY: "1" },
      "https://generativelanguage.googleapis.com/v1beta",
      "1",
    ],
    ["ollama:q", { OLLAMA_HOST: "0.0.0.0" }, "http://127.0.0.1:11434/v1", ""],
    ["ollama:q", { OLLAMA_HOST: "http://box:1234" }, "http://box:1234/v1", ""],
    ["ollama:q", {}, "http://127.0.0.1:11434/v1", ""],
  ])("%s with %j", (flag, variables, baseUrl, key) => {
    expect(choose({ flag }, variables)).toMatchObject({ model: { baseUrl, key: key || null } });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["azure:d", { AZURE_OPENAI_API_KEY: "k" }, /AZURE_OPENAI_ENDPOINT is not set/],
    ["bedrock:m", { AWS_SECRET_ACCESS_KEY: "s", AWS_REGION: "r" }, /AWS_ACCESS_KEY_ID/],
    ["bedrock:m", { AWS_BEARER_TOKEN_BEDROCK: "b" }, /AWS_REGION is not set/],
    ["bedrock:m", { AWS_BEARER_TOKEN_BEDROCK: "b", AWS_REGION: "evil.com/" }, /AWS_REGION/],
    ["vertex:g", { GOOGLE_CLOUD_PROJECT: "p" }, /access token or an express key/],
    ["vertex:g", { GOOGLE_VERTEX_ACCESS_TOKEN: "t" }, /GOOGLE_CLOUD_PROJECT is not set/],
    ["gemini:g", {}, /none of GEMINI_API_KEY, .* is set/],
    ["mistral:m", {}, /MISTRAL_API_KEY is not set/],
    ["openrouter:m", {}, /OPENROUTER_API_KEY is not set/],
  ])("reports what %s lacks with %j", (flag, variables, message) => {
    expect(() => choose({ flag }, variables)).toThrow(
      expect.objectContaining({ code: "no_model", message: expect.stringMatching(message) }),
    );
  });

  it("reads addresses from the environment", () => {
    const choice = choose({ flag: "compatible:x" }, { AGENTFORGE_MODEL_URL: "http://10.0.0.1/v1" });
    expect(choice).toMatchObject({ model: { baseUrl: "http://10.0.0.1/v1", key: null } });
    expect(() => choose({ flag: "compatible:x" }, { AGENTFORGE_MODEL_URL: "file:///x" })).toThrow(
      /not a URL/,
    );
  });
});
