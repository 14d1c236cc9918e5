import { type Protocol, pieces, type Spoken, written } from "./protocol.ts";

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/** Mistral's chat completions: calls arrive whole, usage with the last choice, thinking as part of the content. */
export const mistral: Protocol = {
  contentType: "text/event-stream",
  error: (_status, message, code) => ({
    object: "error",
    message,
    type: "error",
    param: null,
    code: code ?? null,
  }),
  streamError: (message) => data({ object: "error", message, type: "server_error", param: null, code: null }),
  begin: (number) => [chunk(number, { role: "assistant", content: "" }, null)],
  answer(reply, number) {
    const calls = (reply.calls ?? []).map(({ name, input }, index) => ({
      ...{ index, id: `abcdef${number % 10}0${index}`, type: "function" },
      function: { name, arguments: written(input) },
    }));
    const thoughts = pieces(reply.think ?? "").map((text) => ({
      content: [{ type: "thinking", thinking: [{ type: "text", text }] }],
    }));
    const words = pieces(reply.say ?? "").map((content) => ({ content }));
    return [
      ...mistral.begin(number),
      ...[...thoughts, ...words].map((delta) => chunk(number, delta, null)),
      chunk(number, { content: "", ...(calls.length > 0 && { tool_calls: calls }) }, reply),
      "data: [DONE]\n\n",
    ];
  },
};

function chunk(number: number, delta: object, last: Spoken | null): string {
  const tokens = last?.tokens ?? 20;
  const usage = { prompt_tokens: 100, completion_tokens: tokens, total_tokens: 100 + tokens };
  return data({
    ...{ id: `cmpl-${number}`, object: "chat.completion.chunk", created: 1, model: "scripted" },
    choices: [{ index: 0, delta, finish_reason: last === null ? null : finishReason(last) }],
    ...(last !== null && { usage }),
  });
}

function finishReason({ refuse, stop, calls }: Spoken): string {
  if (refuse !== undefined) return "content_filter";
  if (stop === "length") return "length";
  return calls && calls.length > 0 ? "tool_calls" : "stop";
}
