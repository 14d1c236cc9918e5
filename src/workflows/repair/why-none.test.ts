import { describe, expect, it } from "vitest";
import type { PatchSource } from "../../domain/ports/repair.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import { startTally } from "./fix-search-tally.ts";
import { type EndedBy, modelEnded, whyNone } from "./why-none.ts";

const search: PatchSource = { id: "search", async *patches() {} };
const modelSource = (why: string | null): PatchSource => ({
  id: "llm",
  isModel: true,
  async *patches() {},
  gaveUp: () => why,
});

function why(
  sources: readonly PatchSource[],
  { seconds = 0, tried = 0, early = false, asked = false, wholeSeconds = 0, helped = 0 } = {},
) {
  let now = 0;
  const ports = { sources, model: "vllm:scripted", elapsed: () => now };
  const input = {
    request: { budgetSeconds: 10, ...(wholeSeconds > 0 && { wholeSeconds }) },
  } as unknown as FixSearchInput;
  const tally = startTally(ports, input);
  if (tried > 0) tally.add(tried);
  if (early) tally.endEarly();
  if (asked) tally.handOver();
  now = seconds * 1000;
  return whyNone(ports, input, tally, helped, ["a"]);
}

describe("whyNone", () => {
  it.each<[string, ReturnType<typeof why>, string, EndedBy]>([
    ["nothing to try", why([search]), "no operator had anything to propose for this code", "candidates"],
    [
      "nothing helped",
      why([search], { tried: 3 }),
      "none of 3 candidates makes the failing tests pass without breaking another",
      "candidates",
    ],
    [
      "no time",
      why([search], { tried: 3, seconds: 11 }),
      "the budget of 10 s was used up after 3 candidates",
      "budget",
    ],
    [
      "too little time for the rest",
      why([search], { tried: 3, seconds: 8, early: true }),
      "the budget of 10 s was used up after 3 candidates",
      "budget",
    ],
    [
      "no time for the model",
      why([search, modelSource(null)], { tried: 3, seconds: 6, wholeSeconds: 5 }),
      "the budget of 5 s was used up after 3 candidates before the model was asked",
      "budget",
    ],
    [
      "a model that has a wrong key, and nothing to try",
      why([modelSource("vllm:scripted: 401 bad key.")], { asked: true }),
      "vllm:scripted: 401 bad key; set the right key in the environment and run it again",
      "model",
    ],
    [
      "a model whose money is spent, after search ran out of time and fixed a part",
      why([search, modelSource("the budget of $0.03 is spent")], {
        tried: 3,
        seconds: 11,
        asked: true,
        helped: 1,
      }),
      "vllm:scripted: the budget of $0.03 is spent; raise model.max_cost_usd in your own config.yaml; 1 change fixed some of the tests, but 1 test still fails",
      "model",
    ],
  ])("%s", (_what, said, expected, endedBy) => {
    expect(said).toEqual({ why: expected, endedBy });
  });
});

describe("modelEnded", () => {
  it.each([
    ["the budget of 60 steps is spent", "model.max_steps"],
    ["the budget of 1000000 tokens is spent", "model.max_tokens"],
    ["the budget of 900 s is spent", "; raise model.budget_seconds in"],
    ["the budget of 90 s (--budget) is spent", "; use a larger --budget"],
    ["it took the same step 4 times with the same result", "another model with --brain"],
    ["every call in its last 8 steps failed", "another model with --brain"],
    ["none of its 5 changes was accepted", "another model with --brain"],
    ["anthropic:x: 403 forbidden", "right key"],
    ["openai:x: 429 You exceeded your current quota", "your account"],
    ["openai:x: 429 slow down", "later"],
    ["openai:x: 404 no such model", "agentforge doctor"],
    ["the model refused: I will not", "--issue"],
    ["openai:x: prompt is too long", "model.context_tokens"],
    ["its answer was cut off by the output limit", "model.max_output_tokens"],
  ])("%s: says what to do next", (why, next) => {
    expect(modelEnded(why)).toContain(next);
  });

  it.each([
    "openai:x: 401 bad key. The provider does not accept the key: check the environment variable, and whether the key may be used with this model",
    "openai:x: 429 quota. The account has no credit left. Add some with the provider, or name another model with --brain",
    "the model refused. Say by --issue what the change is for, or name another model with --brain",
  ])("says the next step once: %s", (why) => {
    expect(modelEnded(`${why}.`)).toBe(why);
  });

  it("claims no more than it knows", () => {
    expect(modelEnded("cannot_fix: no way.", "vllm:x")).toBe("vllm:x: cannot_fix: no way");
  });
});
