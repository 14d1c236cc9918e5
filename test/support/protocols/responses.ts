import { type Protocol, pieces, type Spoken, signatureOf, written } from "./protocol.ts";

const event = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...value })}\n\n`;

/** OpenAI's Responses API, including as served by Azure. */
export const responses: Protocol = {
  contentType: "text/event-stream",
  error: (status, message, code) => ({
    error: { message, type: "error", param: null, code: code ?? String(status) },
  }),
  streamError: (message) => event("error", { code: "server_error", message, param: null }),
  begin(number) {
    const response = { id: `resp_${number}`, created_at: 1, model: "scripted", status: "in_progress" };
    return [event("response.created", { response })];
  },
  answer(reply, number) {
    const text = reply.refuse ?? reply.say ?? "";
    const parts = [
      ...(reply.think === undefined ? [] : [reasoning(reply.think, number)]),
      ...(text === "" ? [] : [message(text, number, reply.refuse !== undefined)]),
      ...(reply.calls ?? []).map((call, index) =>
        functionCall(call.name, written(call.input), number, index),
      ),
    ];
    const isCut = reply.stop === "length";
    const response = {
      ...{ id: `resp_${number}`, created_at: 1, model: "scripted" },
      status: isCut ? "incomplete" : "completed",
      incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
      usage: usage(reply),
    };
    return [
      ...responses.begin(number),
      ...parts.flatMap((write, index) => write(index)),
      event(isCut ? "response.incomplete" : "response.completed", { response }),
    ];
  },
};

type Write = (output_index: number) => string[];

function reasoning(thought: string, number: number): Write {
  const id = `rs_${number}`;
  return (output_index) => [
    event("response.output_item.added", {
      output_index,
      item: { type: "reasoning", id, summary: [], encrypted_content: null },
    }),
    event("response.output_item.done", {
      output_index,
      item: {
        ...{ type: "reasoning", id, summary: [] },
        encrypted_content: `${signatureOf(number)}${thought.length}`,
      },
    }),
  ];
}

function message(text: string, number: number, isRefusal: boolean): Write {
  const id = `msg_${number}`;
  const delta = isRefusal ? "response.refusal.delta" : "response.output_text.delta";
  const content = isRefusal
    ? [{ type: "refusal", refusal: text }]
    : [{ type: "output_text", text, annotations: [] }];
  return (output_index) => [
    event("response.output_item.added", {
      output_index,
      item: { type: "message", id, role: "assistant", content: [] },
    }),
    ...pieces(text).map((piece) =>
      event(delta, { item_id: id, output_index, content_index: 0, delta: piece }),
    ),
    event("response.output_item.done", {
      output_index,
      item: { type: "message", id, role: "assistant", content },
    }),
  ];
}

function functionCall(name: string, args: string, number: number, index: number): Write {
  const item = {
    type: "function_call",
    id: `fc_${number}_${index}`,
    call_id: `call_${number}_${index}`,
    name,
  };
  return (output_index) => [
    event("response.output_item.added", { output_index, item: { ...item, arguments: "" } }),
    ...pieces(args).map((delta) =>
      event("response.function_call_arguments.delta", { item_id: item.id, output_index, delta }),
    ),
    event("response.output_item.done", {
      output_index,
      item: { ...item, arguments: args, status: "completed" },
    }),
  ];
}

function usage({ tokens = 20, cached }: Spoken) {
  return {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: cached?.read ?? 0 },
    output_tokens: tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 100 + tokens,
  };
}
