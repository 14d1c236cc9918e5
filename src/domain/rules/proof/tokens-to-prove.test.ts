import { expect, it } from "vitest";
import { tokensToProve } from "./tokens-to-prove.ts";

const search = (survived: number) => ({
  ...{ place: 0, cost: 2.5, before: 3, alike: null, passing: 1, tests: 2 },
  pinning: {
    ...{ killed: 40, survived, equal: 0, unknown: 0 },
    ...{ killed_near: 20, survived_near: survived, survivors: [] },
  },
});

it.each([
  ["a rule's own rewrite", ["conformance"], null, 0],
  ["an edit that the tests pin down", ["search"], search(0), 0],
  ["an edit that they do not", ["search"], search(1), 5],
  ["an edit that was not measured", ["search"], null, 5],
  ["a model's change", ["llm"], null, 5],
])("%s", (_, madeBy, evidence, toProve) => {
  expect(tokensToProve({ madeBy, tokens: 5, search: evidence })).toBe(toProve);
});
