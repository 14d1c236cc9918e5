import { expect, it } from "vitest";
import { chooseBrain } from "../connection/choose-model.ts";
import { PROVIDERS } from "./list.ts";

it("has each provider once", () => {
  const ids = PROVIDERS.map((provider) => provider.meta.id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each(PROVIDERS.map((provider) => [provider.meta.id, provider] as const))(
  "%s is complete and has a valid example",
  async (id, provider) => {
    const { meta } = provider;
    expect(meta.title.length * meta.why.length).toBeGreaterThan(0);
    expect(meta.example.startsWith(`${id}:`)).toBe(true);
    const names = [...meta.key.variables, ...meta.baseUrlVariables, ...(meta.otherVariables ?? [])];
    const value = (name: string) =>
      meta.baseUrlVariables.includes(name) ? "http://127.0.0.1:9/v1" : "value";
    const variables = Object.fromEntries(names.map((name) => [name, value(name)]));
    const choice = chooseBrain({
      flag: meta.example,
      environment: null,
      settings: null,
      variable: (name) => variables[name] ?? null,
    });
    if (choice.kind === "search") throw new Error("no model was chosen");
    const wire = await provider.open({ ...choice.model, fetch });
    expect(wire.modelId).toBe(choice.model.model);
  },
);
