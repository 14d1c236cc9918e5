import { afterEach, expect, it } from "vitest";
import { inTurn, type ModelServer, startModelServer } from "../../../../test/support/model-server.ts";
import type { ModelMessage } from "../../../domain/ports/model.ts";
import { chooseBrain, NO_TUNING } from "../connection/choose-model.ts";
import { openModel } from "../connection/open-model.ts";
import { fromRecord, toRecord } from "./conversation.ts";

let server: ModelServer | null = null;
afterEach(() => server?.close());

const ADD = { name: "add", description: "Add.", parameters: { type: "object", properties: {} } };
const START: readonly ModelMessage[] = [
  { role: "system", text: "Be brief." },
  { role: "user", text: "Two and two?" },
];

async function openScripted(name: string, ...thoughts: readonly string[]) {
  const replies = thoughts.map((think) => ({
    ...{ think, say: "I add." },
    calls: [
      { name: "add", input: { a: 2 } },
      { name: "add", input: { a: 3 } },
    ],
  }));
  const running = await startModelServer(inTurn(...replies, { say: "Four." }));
  server = running;
  const choice = chooseBrain({
    ...{ flag: name, environment: null, settings: null },
    variable: (variable) => {
      if (variable.startsWith("MISTRAL_BASE")) return `${running.url}/mistral`;
      return /URL|ENDPOINT/.test(variable) ? running.url : "the-key";
    },
    tuning: { ...NO_TUNING, effort: "high" },
  });
  if (choice.kind === "search") throw new Error("no model was chosen");
  const model = openModel(choice.model, globalThis.fetch);
  const ask = (messages: readonly ModelMessage[]) =>
    model.ask({ messages, tools: [ADD], maxOutputTokens: 9000 }, { signal: AbortSignal.timeout(20_000) });
  return { ask, requests: running.requests };
}

/** A step of a conversation, optionally stored and restored. */
async function step(
  ask: (messages: readonly ModelMessage[]) => Promise<object>,
  messages: readonly ModelMessage[],
): Promise<ModelMessage[]> {
  const { text, calls, opaque } = (await ask(messages)) as Extract<ModelMessage, { role: "assistant" }>;
  const results = calls.map(({ id, name }) => ({ id, name, text: "5", failed: false }));
  return [
    ...messages,
    { role: "assistant", text, calls, ...(opaque && { opaque }) },
    { role: "tool", results },
  ];
}

const WANTED: readonly [string, readonly string[]][] = [
  ["anthropic:scripted", ['"signature":"signature-1/+="', '"thinking":"Two and two are four, I think."']],
  ["bedrock:anthropic.scripted", ['"signature":"signature-1/+="', "Two and two are four, I think."]],
  ["openai-responses:scripted", ['"encrypted_content":"signature-1/+=30"', '"type":"reasoning"']],
  ["azure:scripted", ['"encrypted_content":"signature-1/+=30"', '"type":"reasoning"']],
  ["gemini:gemini-3-pro", ['"thoughtSignature":"signature-1/+="']],
  ["vertex:gemini-3-pro", ['"thoughtSignature":"signature-1/+="']],
  ["openrouter:anthropic/scripted", ['"signature":"signature-1/+="', "Two and two are four, I think."]],
  ["mistral:scripted", ['"type":"thinking"', "Two and two are four, I think."]],
  ["vllm:scripted", ['"reasoning_content":"Two and two are four, I think."']],
];

it.each(WANTED)("%s receives its own reasoning unchanged, even after a resume", async (name, wanted) => {
  const { ask, requests } = await openScripted(name, "Two and two are four, I think.");
  const messages = await step(ask, START);
  await ask(messages);
  const recorded = JSON.parse(
    JSON.stringify(messages.map((message) => toRecord(message, "2026-01-01T00:00:00Z"))),
  );
  await ask(fromRecord(recorded));
  const [, direct, resumed] = requests;
  for (const text of wanted) {
    expect(direct?.transcript).toContain(text);
    expect(resumed?.transcript).toContain(text);
  }
  // Call ids are reassigned after a resume; nothing else differs.
  const withoutIds = (text = "") =>
    text.replace(/"(?:id|call_id|tool_use_id|toolUseId|tool_call_id)":"[^"]*"/g, "");
  expect(withoutIds(resumed?.transcript)).toBe(withoutIds(direct?.transcript));
});

it("keeps earlier messages byte for byte from step to step", async () => {
  const { ask, requests } = await openScripted("openai-responses:scripted", "One.", "Two.");
  const second = await step(ask, await step(ask, START));
  await ask(second);
  const [first, middle, last] = requests.map(({ body }) => JSON.stringify(body.input).slice(0, -1));
  expect(middle?.startsWith(first ?? "?")).toBe(true);
  expect(last?.startsWith(middle ?? "?")).toBe(true);
});

it("does not show the reasoning of one model to another", async () => {
  const first = await openScripted("anthropic:scripted", "A secret thought.");
  const messages = await step(first.ask, START);
  await server?.close();
  const second = await openScripted("anthropic:another");
  await second.ask(messages);
  expect(second.requests[0]?.transcript).not.toContain("secret thought");
});

it.each<[string, string]>([
  ["not base64 of anything", "???"],
  ["not what we wrote", Buffer.from('{"parts":7}').toString("base64")],
])("drops a record that is %s", async (_what, content) => {
  const { ask, requests } = await openScripted("anthropic:scripted", "A thought.");
  const messages = (await step(ask, START)).map((message) =>
    message.role === "assistant" ? { ...message, opaque: { model: "anthropic:scripted", content } } : message,
  );
  await ask(messages);
  expect(requests[1]?.transcript).toContain("I add.");
  expect(requests[1]?.transcript).not.toContain("A thought.");
});

it("still sends the reasoning if the text was redacted since", async () => {
  const { ask, requests } = await openScripted("anthropic:scripted", "A thought.");
  const messages = (await step(ask, START)).map((message) =>
    message.role === "assistant" ? { ...message, text: "I <secret:key:1a2b3c>." } : message,
  );
  await ask(messages);
  expect(requests[1]?.transcript).toContain('"signature":"signature-1/+="');
  expect(requests[1]?.transcript).toContain("I <secret:key:1a2b3c>.");
});
