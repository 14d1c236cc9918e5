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
    ["search by flag, whatever is configured", { flag: "search", environment: "openai:b" }, "search", null],
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
    ["no provider of that name", "acme:x", "bad_input", /"acme:x" is not a brain/],
    ["no model after the colon", "openai:", "bad_input", /not a brain/],
    ["a word", "clever", "bad_input", /not a brain/],
    ["no key", "anthropic:claude", "no_model", /ANTHROPIC_API_KEY is not set/],
    ["no address", "compatible:x", "no_model", /AGENTFORGE_MODEL_URL is not set/],
  ])("refuses %s", (_name, flag, code, message) => {
    expect(() => choose({ flag }, {})).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it("takes addresses from the environment", () => {
    const choice = choose({ flag: "compatible:x" }, { AGENTFORGE_MODEL_URL: "http://10.0.0.1/v1" });
    expect(choice).toMatchObject({ model: { baseUrl: "http://10.0.0.1/v1", key: null } });
    expect(() => choose({ flag: "compatible:x" }, { AGENTFORGE_MODEL_URL: "file:///x" })).toThrow(
      /not an address/,
    );
  });
});
