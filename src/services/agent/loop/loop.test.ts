import { describe, expect, it } from "vitest";
import type { ModelAnswer, ModelCall, ModelMessage } from "../../../domain/ports/model.ts";
import { startMeter } from "../connection/meter.ts";
import { messagesOf } from "../conversation/conversation.ts";
import { runLoop } from "./loop.ts";
import type { LoopOptions } from "./loop-options.ts";
import type { Decision, TakenStep } from "./session-log.ts";

const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 };
const call = (name: string, parameters: ModelCall["parameters"], written = "{}"): ModelCall => ({
  ...{ id: "of the provider", name, parameters, written },
});
const answered = (stopped: "length" | "tools", ...calls: ModelCall[]): ModelAnswer => ({
  ...{ status: "answered", text: "", calls, stopped, usage },
});
const complete = answered("tools", call("complete", { summary: "done" }));

/** Runs a loop over these answers; every tool returns what it was called with. */
async function run(...answers: readonly ModelAnswer[]) {
  const taken: TakenStep[] = [];
  const decisions: Decision[] = [];
  const asked: string[] = [];
  const messages: ModelMessage[] = [
    { role: "system", text: "rules" },
    { role: "user", text: "task" },
  ];
  const limits = { steps: 20, tokens: 1e6, costUsd: 1, seconds: 60 };
  const options = {
    model: {
      id: "scripted",
      ask: async ({ messages: sent }: { messages: readonly ModelMessage[] }) => {
        asked.push(JSON.stringify(sent).slice(0, -1));
        return answers[asked.length - 1] ?? complete;
      },
    },
    tools: [],
    toolCaller: {
      call: async ({ name }: { name: string }) => ({
        result: { tool_name: name, success: true, output: { said: name }, error: null, duration_seconds: 0 },
        ends: name === "complete" ? ("complete" as const) : null,
      }),
    },
    meter: startMeter("scripted", limits, () => 0),
    log: {
      underWay: async (decision: Decision) => void decisions.push(decision),
      step: async (step: TakenStep) => void taken.push(step),
    },
    journal: { record: () => undefined },
    session: { id: "S", traceId: "T" },
    ...{ contextTokens: 100_000, maxOutputTokens: 500, elapsed: () => 0, say: () => undefined },
  } as unknown as LoopOptions;
  const ending = await runLoop(messages, options, AbortSignal.timeout(10_000));
  return { ending, messages, taken, decisions, asked };
}

describe("the loop", () => {
  it("reports a call that the output limit cut off, and only that one", async () => {
    const whole = call("read_file", { path: "a.js" });
    const part = call("write_file", null, '{"path": "a.js", "content": "exp');
    const { taken, decisions } = await run(answered("length", whole, part), answered("tools", part));
    expect(taken[0]?.results).toMatchObject([
      { success: true },
      {
        success: false,
        error: expect.stringMatching(/cut off by the output limit of 500 tokens.*32 characters/),
      },
    ]);
    expect(decisions[0]?.metadata).toEqual({ malformed: [1], cut: true });
    expect(taken[1]?.results[0]?.error).toMatch(/not a JSON object/);
  });

  it("only ever adds to the conversation, byte for byte", async () => {
    const read = answered("tools", call("read_file", { path: "a.js" }));
    const { asked, ending } = await run(read, answered("length"), read, complete);
    expect(ending).toEqual({ status: "complete", summary: "done" });
    expect(asked).toHaveLength(4);
    for (const [index, text] of asked.slice(1).entries())
      expect(text.startsWith(asked[index] ?? "?")).toBe(true);
  });

  it("rebuilds the same conversation from its record", async () => {
    const { messages, taken } = await run(
      answered("tools", call("read_file", { path: "a.js" }), call("git_log", {})),
      answered("length"),
      complete,
    );
    const recalled = messages.slice(0, 2);
    for (const { type, reasoning, calls, metadata, results, ending, seconds } of taken) {
      const action = {
        ...{ action_type: type, reasoning, tool_calls: [...calls], response: null },
        metadata: metadata ?? {},
      };
      recalled.push(
        ...messagesOf(
          {
            ...{ success: true, action, tool_results: [...results], tokens_used: 0 },
            ...{ duration_seconds: seconds, error: null, should_continue: ending === null },
          },
          recalled.length,
        ),
      );
    }
    const sent = (all: readonly ModelMessage[]) =>
      JSON.stringify(all, (key, value) => (key === "written" ? undefined : value));
    expect(sent(recalled)).toBe(sent(messages));
  });
});
