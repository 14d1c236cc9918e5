import { afterEach, describe, expect, it } from "vitest";
import {
  inTurn,
  type ModelServer,
  type Reply,
  startModelServer,
} from "../../../test/support/model-server.ts";
import type { ModelMessage } from "../../domain/ports/model.ts";
import { chooseBrain } from "./choose-model.ts";
import { openModel } from "./open-model.ts";

const PATIENCE = { silenceMs: 400, retries: 2, firstPauseMs: 5, longestPauseMs: 2000 };
const ADD = { name: "add", description: "Add.", parameters: { type: "object", properties: {} } };
const PROTOCOLS = ["anthropic:scripted", "openai:scripted", "ollama:scripted"];

let server: ModelServer | null = null;
afterEach(() => server?.close());

async function ask(name: string, replies: readonly Reply[], messages?: readonly ModelMessage[]) {
  server = await startModelServer(inTurn(...replies));
  const choice = chooseBrain({
    flag: name,
    environment: null,
    settings: null,
    variable: (variable) => (variable.endsWith("_KEY") ? "the-key" : (server?.url ?? null)),
  });
  if (choice.kind === "search") throw new Error("no model was chosen");
  const waits: [string, number][] = [];
  let streamed = "";
  const answer = await openModel(choice.model, globalThis.fetch, PATIENCE).ask(
    {
      messages: messages ?? [
        { role: "system", text: "Be brief." },
        { role: "user", text: "Two and two?" },
      ],
      tools: [ADD],
      maxOutputTokens: 500,
    },
    {
      signal: AbortSignal.timeout(20_000),
      onText: (piece) => {
        streamed += piece;
      },
      onWait: (why, pause) => waits.push([why, pause]),
    },
  );
  return { answer, waits, streamed, requests: server.requests };
}

describe.each(PROTOCOLS)("%s", (name) => {
  it("streams text and tool calls", async () => {
    const { answer, streamed, requests } = await ask(name, [
      { say: "I shall add them up.", calls: [{ name: "add", input: { a: 2, b: "two\n" } }] },
    ]);
    expect(answer).toMatchObject({
      status: "answered",
      text: "I shall add them up.",
      stopped: "tools",
      calls: [{ name: "add", parameters: { a: 2, b: "two\n" } }],
      usage: { inputTokens: 100, outputTokens: 20 },
    });
    expect(streamed).toBe("I shall add them up.");
    const { headers, body } = requests[0] ?? {};
    expect(headers?.["x-api-key"] ?? headers?.authorization).toMatch(/the-key$/);
    expect(body).toMatchObject({ model: "scripted", stream: true });
    expect(body.max_tokens ?? body.max_completion_tokens).toBe(500);
    expect("max_completion_tokens" in body).toBe(name.startsWith("openai"));
  });

  it("sends results back under the ids of their calls", async () => {
    const call = { id: "call-1", name: "add", parameters: null, written: "{oops" };
    const { requests } = await ask(
      name,
      [{ say: "Four." }],
      [
        { role: "user", text: "Two and two?" },
        { role: "assistant", text: "", calls: [call] },
        { role: "tool", results: [{ id: "call-1", name: "add", text: "not JSON", failed: true }] },
      ],
    );
    const [, assistant, result] = requests[0]?.body.messages ?? [];
    expect(JSON.stringify(assistant)).toContain("call-1");
    expect(JSON.stringify(result)).toContain("call-1");
    expect(JSON.stringify(result)).toContain("not JSON");
  });

  it("keeps what is not JSON, so that it can be answered", async () => {
    const { answer } = await ask(name, [{ calls: [{ name: "add", input: '{"a": 2, "b' }] }]);
    expect(answer).toMatchObject({
      status: "answered",
      calls: [{ parameters: null, written: '{"a": 2, "b' }],
    });
  });

  it.each<[string, Reply, RegExp]>([
    ["429", { status: 429, message: "slow down" }, /429 slow down/],
    ["500", { status: 500, message: "oh no" }, /500 oh no/],
    ["529", { status: 529, message: "Overloaded" }, /529 Overloaded/],
    ["a dropped line", { cut: "dropped" }, /./],
    ["an answer without an end", { cut: "closed" }, /./],
    ["an error inside the stream", { streamError: "Overloaded" }, /Overloaded/],
    ["silence", { hang: true }, /silent for 0.4 s/],
  ])("asks again after %s", async (_what, failure, why) => {
    const { answer, waits, requests } = await ask(name, [failure, { say: "Four." }]);
    expect(answer).toMatchObject({ status: "answered", text: "Four." });
    expect(requests).toHaveLength(2);
    expect(waits).toMatchObject([[expect.stringMatching(why), expect.any(Number)]]);
  });

  it("waits as long as it is asked to, within reason", async () => {
    const busy = (seconds: string) => ({ status: 429, message: "busy", headers: { "retry-after": seconds } });
    const { waits } = await ask(name, [busy("0.2"), { say: "Four." }]);
    expect(waits).toEqual([["429 busy", 200]]);
    await server?.close();
    const { answer, requests } = await ask(name, [busy("3600")]);
    expect(answer).toMatchObject({ status: "failed", why: expect.stringContaining("wait 3600 s") });
    expect(requests).toHaveLength(1);
  });

  it("gives up in the end", async () => {
    const { answer, requests } = await ask(name, [{ status: 500, message: "oh no" }]);
    expect(answer).toMatchObject({ status: "failed", why: "500 oh no (tried 3 times)" });
    expect(requests).toHaveLength(3);
  });

  it.each<[string, Reply, object]>([
    ["a refusal", { refuse: "I will not." }, { status: "refused" }],
    ["a wrong key", { status: 401, message: "bad key" }, { status: "failed", why: "401 bad key" }],
    ["a request it cannot read", { status: 400, message: "bad" }, { status: "failed" }],
    ["too long a prompt", { status: 400, message: "prompt is too long: 9 > 8" }, { status: "overflow" }],
    [
      "too much context",
      { status: 400, message: "This model's maximum context length is 8" },
      { status: "overflow" },
    ],
    ["an answer cut by its limit", { say: "Fo", stop: "length" }, { status: "answered", stopped: "length" }],
  ])("does not repeat %s", async (_what, reply, expected) => {
    const { answer, requests } = await ask(name, [reply]);
    expect(answer).toMatchObject(expected);
    expect(requests).toHaveLength(1);
  });
});

describe("the signal", () => {
  it("ends a question that is under way", async () => {
    server = await startModelServer(() => ({ hang: true }));
    const choice = chooseBrain({
      flag: "ollama:x",
      environment: null,
      settings: null,
      variable: () => server?.url ?? null,
    });
    if (choice.kind === "search") throw new Error("no model was chosen");
    const model = openModel(choice.model, globalThis.fetch, { ...PATIENCE, silenceMs: 60_000 });
    const request = { messages: [{ role: "user" as const, text: "?" }], tools: [], maxOutputTokens: 5 };
    await expect(model.ask(request, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/i);
  });
});
