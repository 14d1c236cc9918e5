import { describe, expect, it } from "vitest";
import { chooseBrain, NO_TUNING } from "./choose-model.ts";
import { startMeter } from "./meter.ts";
import { costAt, priceByName } from "./prices.ts";

describe("priceByName", () => {
  it.each<[string, number | null]>([
    ["anthropic:claude-sonnet-4-5", 3],
    ["anthropic:claude-sonnet-4-5-20250929", 3],
    ["anthropic:claude-opus-4-20250514", 15],
    ["anthropic:claude-opus-4-5-20251101", 5],
    ["bedrock:global.anthropic.claude-sonnet-4-5-20250929-v1:0", 3],
    ["openai:gpt-5-2025-08-07", 1.25],
    ["openai-responses:gpt-5-mini", 0.25],
    ["openai:gpt-4o-2024-08-06", 2.5],
    ["openai:gpt-4o-2024-05-13", 5],
    ["vertex:gemini-2.5-pro", 1.25],
    ["ollama:anything", 0],
    ["anthropic:claude-sonnet-4-6", null],
    ["anthropic:claude-sonnet-4-5-turbo", null],
    ["anthropic:claude-sonnet-4-5-2025", null],
    ["bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0", null],
    ["openai:gpt-5-pro", null],
    ["openai:gpt-5.5", null],
    ["openai:toString", null],
    ["compatible:gpt-5", null],
    ["azure:gpt-5", null],
    ["nobody:gpt-5", null],
  ])("%s costs %s for a million tokens of input", (name, input) => {
    expect(priceByName(name)?.input ?? null).toBe(input);
  });
});

describe("costAt", () => {
  const usage = { inputTokens: 1000, outputTokens: 100, cachedTokens: 600, cacheWriteTokens: 300 };

  it("charges cache reads and writes at their own price", () => {
    const price = priceByName("anthropic:claude-sonnet-4-5");
    expect(costAt(price, usage)).toBeCloseTo((100 * 3 + 600 * 0.3 + 300 * 3.75 + 100 * 15) / 1e6, 12);
  });

  it("has a separate price for long prompts if the provider does", () => {
    const price = priceByName("gemini:gemini-2.5-pro");
    const long = { inputTokens: 200_001, outputTokens: 0, cachedTokens: 0 };
    expect(costAt(price, long)).toBeCloseTo(0.5, 3);
    expect(costAt(price, { ...long, inputTokens: 200_000 })).toBeCloseTo(0.25, 3);
  });
});

describe("the price of a choice", () => {
  const choose = (flag: string, prices: typeof NO_TUNING.prices) => {
    const choice = chooseBrain({
      ...{ flag, environment: null, settings: null, variable: () => "https://key" },
      tuning: { ...NO_TUNING, prices },
    });
    return choice.kind === "search" ? null : choice.model.price;
  };

  it("comes from the person's settings first, then from the list", () => {
    expect(choose("openai:gpt-5", { "openai:gpt-5": { input: 9, output: 10 } })).toEqual({
      ...{ input: 9, output: 10, cacheRead: 9, cacheWrite: 9 },
    });
    expect(
      choose("azure:mine", { "azure:mine": { input: 4, output: 5, cache_read: 1, cache_write: 2 } }),
    ).toEqual({ input: 4, output: 5, cacheRead: 1, cacheWrite: 2 });
  });

  it("applies only to the exact name", () => {
    expect(choose("azure:mine-2", { "azure:mine": { input: 4, output: 5 } })).toBeNull();
  });
});

describe("a meter", () => {
  const limits = { steps: 10, tokens: 1e6, costUsd: 0.05, seconds: 60 };
  const usage = { inputTokens: 10, outputTokens: 0, cachedTokens: 0 };

  it("uses the cost that an answer reports", () => {
    const meter = startMeter("openrouter:x", limits, () => 0);
    expect(meter.used().costUsd).toBeNull();
    meter.add({ ...usage, costUsd: 0.03 });
    expect(meter.used().costUsd).toBe(0.03);
    meter.add({ ...usage, costUsd: 0.02 });
    expect(meter.spent()).toBe("the budget of $0.05 is spent");
  });

  it("reports an unknown cost after an answer without one", () => {
    const meter = startMeter("openrouter:x", limits, () => 0);
    meter.add({ ...usage, costUsd: null });
    meter.add({ ...usage, costUsd: 0.03 });
    expect(meter.used().costUsd).toBeNull();
    expect(String(meter)).toContain("price unknown");
  });

  it("continues with the cost of an interrupted session", () => {
    const before = { steps: 1, tokens: 5, costUsd: 0.04, seconds: 1 };
    const meter = startMeter("azure:mine", limits, () => 0);
    meter.carry(before);
    meter.add({ ...usage, costUsd: 0.005 });
    expect(meter.used().costUsd).toBeCloseTo(0.045);
    expect(meter.sinceLast().cost_usd).toBeCloseTo(0.005);
  });
});
