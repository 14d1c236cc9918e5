import { expect, it } from "vitest";
import type { ModelActivity } from "../../../domain/ports/activity.ts";
import { startMeter } from "../connection/meter.ts";
import { sayCall, sayThinking, sayWords } from "./activity.ts";

const LIMITS = { steps: 9, tokens: 9999, costUsd: 1, seconds: 60 };

function watch() {
  const said: [string, ModelActivity | undefined][] = [];
  let now = 0;
  const meter = startMeter("anthropic:claude-sonnet-4-5", LIMITS, () => now);
  meter.step();
  meter.add({ inputTokens: 1000, outputTokens: 100, cachedTokens: 0 });
  now = 12_400;
  const model = { id: "anthropic:claude-sonnet-4-5" };
  return {
    said,
    watched: { model, meter, say: (text: string, seen?: ModelActivity) => said.push([text, seen]) },
  };
}

it("reports each call with its file, the model's text, cost and time", () => {
  const { said, watched } = watch();
  sayCall(
    watched,
    { name: "edit_file", parameters: { files: [{ path: "a.js" }] } },
    "I change\n\u001b[31mit.",
  );
  const [text, activity] = said[0] ?? [];
  expect(text).toMatch(
    /^anthropic:claude-sonnet-4-5: edit_file a\.js — I change \[31mit\. \(.*1,100 tokens, \$0\.\d+, 12 s\)$/,
  );
  expect(activity).toMatchObject({ call: "edit_file", target: "a.js", words: "I change [31mit." });
  expect(activity?.used).toMatchObject({ steps: 1, tokens: 1100, seconds: 12.4 });
});

it("shortens long text, and reports text without a call", () => {
  const { said, watched } = watch();
  sayWords(watched, "word ".repeat(100));
  expect(said[0]?.[1]).toMatchObject({ call: null, target: "" });
  expect(said[0]?.[1]?.words.length).toBeLessThanOrEqual(120);
  expect(said[0]?.[0]).not.toContain("\n");
});

it("shows that it is thinking without leaving a line behind", () => {
  const { said, watched } = watch();
  sayThinking(watched);
  expect(said[0]?.[0]).toContain("thinking");
  expect(said[0]?.[1]).toBeUndefined();
});
