import { describe, expect, it } from "vitest";
import { PROVIDERS } from "../../services/agent/index.ts";
import { DEFAULT_SETTINGS, readEnvironment } from "../../services/config/index.ts";
import { chooseBrainFor, describeBrain, modelWarnings } from "./brain-choice.ts";

describe("the name of a provider", () => {
  it.each(PROVIDERS.map((provider) => [provider.meta.id, provider.meta] as const))(
    "%s gets its variables from the environment, and its keys are secret",
    (_id, { key, baseUrlVariables, otherVariables = [] }) => {
      const names = [...key.variables, ...baseUrlVariables, ...otherVariables];
      const variables = Object.fromEntries(names.map((name) => [name, `/value-of-${name}`]));
      const { modelVariables, secrets } = readEnvironment(variables);
      expect(modelVariables).toEqual(variables);
      for (const name of key.variables) expect(secrets).toContain(`/value-of-${name}`);
    },
  );
});

describe("doctor's line about the brain", () => {
  const describeFor = (variables: Record<string, string>) => {
    const environment = readEnvironment(variables);
    return describeBrain(chooseBrainFor(environment, DEFAULT_SETTINGS, null), environment);
  };

  it.each<[string, Record<string, string>, string]>([
    ["nothing", {}, "search, no model (docs/model-brain.md explains how to add one)"],
    [
      "two keys and no brain",
      { MISTRAL_API_KEY: "m", GEMINI_API_KEY: "g" },
      "search, no model; configured: gemini, mistral, so --brain gemini:gemini-2.5-pro would work",
    ],
    ["half of what a provider needs", { AWS_ACCESS_KEY_ID: "a" }, "search, no model (docs/model-brain.md"],
    [
      "a brain and another key",
      { AGENTFORGE_BRAIN: "mistral:m", MISTRAL_API_KEY: "m", GEMINI_API_KEY: "g" },
      "search, then mistral:m at api.mistral.ai (also configured: gemini)",
    ],
  ])("with %s", (_what, variables, line) => {
    expect(describeFor(variables)).toContain(line);
  });
});

describe("modelWarnings", () => {
  const warn = (brain: string, settings = DEFAULT_SETTINGS) => {
    const keys = { OPENAI_API_KEY: "k", OPENROUTER_API_KEY: "k" };
    const environment = readEnvironment({ AGENTFORGE_BRAIN: brain, ...keys });
    return modelWarnings(chooseBrainFor(environment, settings, null), settings);
  };
  const prices = { "openai:new": { input: 1, output: 2 } };

  it.each<[string, number, typeof DEFAULT_SETTINGS]>([
    ["search", 0, DEFAULT_SETTINGS],
    ["openai:gpt-5", 0, DEFAULT_SETTINGS],
    ["ollama:any", 0, DEFAULT_SETTINGS],
    ["openrouter:any/model", 0, DEFAULT_SETTINGS],
    ["openai:new", 1, DEFAULT_SETTINGS],
    ["openai:new", 0, { ...DEFAULT_SETTINGS, model: { ...DEFAULT_SETTINGS.model, prices } }],
  ])("%s: %i", (brain, count, settings) => {
    expect(warn(brain, settings)).toHaveLength(count);
  });
});
