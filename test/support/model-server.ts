import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { bedrock } from "./protocols/bedrock.ts";
import { gemini } from "./protocols/gemini.ts";
import { mistral } from "./protocols/mistral.ts";
import { type Protocol, pieces, type Spoken, signatureOf, written } from "./protocols/protocol.ts";
import { responses } from "./protocols/responses.ts";

/** What the scripted model does with one request. */
export type Reply =
  | Omit<Spoken, "refuse">
  | { readonly refuse: string }
  | {
      readonly status: number;
      readonly message: string;
      readonly code?: string;
      readonly headers?: Record<string, string>;
    }
  /** The answer is truncated in the middle of an event: the connection is dropped, or closed normally. */
  | { readonly cut: "dropped" | "closed" }
  /** Accepted as a request, then failed inside the stream. */
  | { readonly streamError: string }
  | { readonly hang: true };

export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: two protocols with many shapes; each test states what it expects
  readonly body: any;
  /** The whole conversation as text, in either protocol. */
  readonly transcript: string;
}

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** A model on loopback that uses the streaming protocol of the client, determined by the path. */
export async function startModelServer(
  answer: (request: SeenRequest, number: number) => Reply | Promise<Reply>,
): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readAll(request));
    const seen = {
      path: request.url ?? "",
      headers: request.headers,
      body,
      transcript: JSON.stringify([
        body.system ?? body.systemInstruction ?? "",
        body.messages ?? body.contents ?? body.input,
      ]),
    };
    requests.push(seen);
    const protocol = PROTOCOLS.find(([path]) => path.test(seen.path))?.[1] ?? openai;
    const number = requests.length;
    respond(response, protocol, await answer(seen, number), number);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Replies in sequence; the last one is repeated. */
export function inTurn(...replies: readonly Reply[]): (request: SeenRequest, number: number) => Reply {
  return (_request, number) => replies[Math.min(number, replies.length) - 1] ?? { say: "" };
}

function respond(response: ServerResponse, protocol: Protocol, reply: Reply, number: number): void {
  if ("hang" in reply) return;
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(protocol.error(reply.status, reply.message, reply.code)));
    return;
  }
  response.writeHead(200, { "content-type": protocol.contentType, "request-id": `req_${number}` });
  if ("streamError" in reply) {
    response.end(whole([...protocol.begin(number), protocol.streamError(reply.streamError)]));
    return;
  }
  if ("cut" in reply) {
    const answer = whole(protocol.answer({ say: "I was about to say something" }, number));
    response.write(answer.subarray(0, answer.length * 0.45));
    if (reply.cut === "closed") response.end();
    else setTimeout(() => response.destroy(), 20);
    return;
  }
  for (const event of protocol.answer(reply, number)) response.write(event);
  response.end();
}

function whole(events: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(events.map((event) => Buffer.from(event as string)));
}

const event = (type: string, data: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const anthropic: Protocol = {
  contentType: "text/event-stream",
  error(status, message) {
    const type = {
      400: "invalid_request_error",
      401: "authentication_error",
      429: "rate_limit_error",
      529: "overloaded_error",
    }[status];
    return { type: "error", error: { type: type ?? "api_error", message } };
  },
  streamError: (message) => event("error", { error: { type: "overloaded_error", message } }),
  begin(number) {
    const message = {
      id: `msg_${number}`,
      type: "message",
      role: "assistant",
      model: "scripted",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 1 },
    };
    return [event("message_start", { message }), event("ping", {})];
  },
  answer(reply, number) {
    const blocks: string[] = [];
    let index = 0;
    const text = reply.refuse ?? reply.say ?? "";
    const calls = reply.calls ?? [];
    if (reply.think !== undefined) {
      const content_block = { type: "thinking", thinking: "", signature: "" };
      const deltas = [
        ...pieces(reply.think).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: signatureOf(number) },
      ];
      blocks.push(event("content_block_start", { index, content_block }));
      for (const delta of deltas) blocks.push(event("content_block_delta", { index, delta }));
      blocks.push(event("content_block_stop", { index }));
      index += 1;
    }
    if (text !== "") {
      blocks.push(event("content_block_start", { index, content_block: { type: "text", text: "" } }));
      for (const piece of pieces(text))
        blocks.push(event("content_block_delta", { index, delta: { type: "text_delta", text: piece } }));
      blocks.push(event("content_block_stop", { index }));
      index += 1;
    }
    for (const call of calls) {
      const id = `toolu_${number}_${index}`;
      const content_block = { type: "tool_use", id, name: call.name, input: {} };
      blocks.push(event("content_block_start", { index, content_block }));
      for (const partial_json of pieces(written(call.input)))
        blocks.push(
          event("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } }),
        );
      blocks.push(event("content_block_stop", { index }));
      index += 1;
    }
    const stop_reason =
      reply.refuse !== undefined
        ? "refusal"
        : reply.stop === "length"
          ? "max_tokens"
          : calls.length > 0
            ? "tool_use"
            : "end_turn";
    const output_tokens = reply.tokens ?? 20;
    const { read, written: kept } = reply.cached ?? { read: 0, written: 0 };
    const usage = {
      output_tokens,
      ...(reply.cached && {
        input_tokens: 100 - read - kept,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: kept,
      }),
    };
    return [
      ...anthropic.begin(number),
      ...blocks,
      event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage }),
      event("message_stop", {}),
    ];
  },
};

const chunk = (number: number, data: object) =>
  `data: ${JSON.stringify({ id: `chatcmpl-${number}`, object: "chat.completion.chunk", created: 1, model: "scripted", ...data })}\n\n`;
const delta = (number: number, part: object) =>
  chunk(number, { choices: [{ index: 0, delta: part, finish_reason: null }] });

const openai: Protocol = {
  contentType: "text/event-stream",
  error: (status, message, code) => ({
    error: { message, type: "error", param: null, code: code ?? String(status) },
  }),
  streamError: (message) => `data: ${JSON.stringify({ error: { message, type: "server_error" } })}\n\n`,
  begin: (number) => [delta(number, { role: "assistant", content: "" })],
  answer(reply, number) {
    const calls = reply.calls ?? [];
    const parts = openai.begin(number);
    if (reply.think !== undefined) {
      const detail = { type: "reasoning.text", index: 0, format: "anthropic-claude-v1" };
      for (const piece of pieces(reply.think)) {
        const reasoning_details = [{ ...detail, text: piece }];
        parts.push(delta(number, { reasoning_content: piece, reasoning_details }));
      }
      parts.push(delta(number, { reasoning_details: [{ ...detail, signature: signatureOf(number) }] }));
    }
    if (reply.refuse !== undefined) parts.push(delta(number, { refusal: reply.refuse }));
    else for (const content of pieces(reply.say ?? "")) parts.push(delta(number, { content }));
    calls.forEach((call, index) => {
      const id = `call_${number}_${index}`;
      const opening = { index, id, type: "function", function: { name: call.name, arguments: "" } };
      parts.push(delta(number, { tool_calls: [opening] }));
      for (const piece of pieces(written(call.input)))
        parts.push(delta(number, { tool_calls: [{ index, function: { arguments: piece } }] }));
    });
    const finish_reason =
      reply.refuse !== undefined
        ? "content_filter"
        : reply.stop === "length"
          ? "length"
          : calls.length > 0
            ? "tool_calls"
            : "stop";
    const completion_tokens = reply.tokens ?? 20;
    return [
      ...parts,
      chunk(number, { choices: [{ index: 0, delta: {}, finish_reason }] }),
      chunk(number, {
        choices: [],
        usage: {
          ...{ prompt_tokens: 100, completion_tokens, total_tokens: 100 + completion_tokens },
          ...(reply.cached && { prompt_tokens_details: { cached_tokens: reply.cached.read } }),
          // As OpenRouter adds it.
          cost: 0.0123,
        },
      }),
      "data: [DONE]\n\n",
    ];
  },
};

const PROTOCOLS: readonly (readonly [RegExp, Protocol])[] = [
  [/\/messages$/, anthropic],
  [/\/responses$/, responses],
  [/:streamGenerateContent/, gemini],
  [/\/converse-stream$/, bedrock],
  [/^\/v1\/mistral\//, mistral],
];
