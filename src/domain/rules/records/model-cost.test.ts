import { expect, it } from "vitest";
import { sumCost } from "./model-cost.ts";

it.each([
  ["nothing", [], { tokens: 0, usd: 0 }],
  [
    "prices",
    [
      { tokens: 10, cost_usd: 0.1 },
      { inputTokens: 3, outputTokens: 4, cost_usd: 0.2 },
    ],
    { tokens: 17, usd: 0.3 },
  ],
  [
    "an unknown price",
    [
      { tokens: 10, cost_usd: 0.1 },
      { tokens: 5, cost_usd: null },
    ],
    { tokens: 15, usd: null },
  ],
  ["records without a request", [{ why: "x" }, { tokens: 5, cost_usd: 1 }], { tokens: 5, usd: 1 }],
])("sums up %s", (_name, metadata, cost) => {
  expect(sumCost(metadata.map((each) => ({ metadata: each })))).toEqual(cost);
});
