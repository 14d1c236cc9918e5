/** One answer of the scripted model: one or more tool calls, or text. */
export type Turn =
  | readonly { readonly tool: string; readonly input: object | string }[]
  | { readonly say: string; readonly tokens?: number };

export interface WireAnswer {
  readonly contentType: "text/event-stream" | "application/json";
  readonly body: string;
}

/** How one vendor's model API encodes a turn. */
interface WireFormat {
  readonly path: RegExp;
  write(turn: Turn, id: string, request: string): WireAnswer;
}

const MODEL = "scripted";

/** The model APIs of coding agents, by request path. */
const WIRE_FORMATS: readonly WireFormat[] = [
  { path: /\/messages$/, write: (turn, id) => eventStream(anthropicEvents(turn, id)) },
  { path: /\/responses$/, write: (turn, id, request) => eventStream(responsesEvents(turn, id, request)) },
  { path: /\/chat\/completions$/, write: chatCompletion },
  { path: /:streamGenerateContent$/, write: (turn) => dataStream([geminiChunk(turn)]) },
  { path: /:generateContent$/, write: (turn) => json(geminiChunk(turn)) },
];

/** Null for a path that no model API has. */
export function writeTurn(path: string, turn: Turn, id: string, request: string): WireAnswer | null {
  return WIRE_FORMATS.find((format) => format.path.test(path))?.write(turn, id, request) ?? null;
}

function anthropicEvents(turn: Turn, id: string): { type: string }[] {
  const says = "say" in turn;
  const blocks = says
    ? [{ block: { type: "text", text: "" }, delta: { type: "text_delta", text: turn.say } }]
    : turn.map(({ tool, input }, index) => ({
        block: { type: "tool_use", id: `toolu_${id}_${index}`, name: tool, input: {} },
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      }));
  const usage = { input_tokens: (says ? turn.tokens : undefined) ?? 10, output_tokens: 5 };
  const stop = { stop_reason: says ? "end_turn" : "tool_use", stop_sequence: null };
  const content: unknown[] = [];
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: MODEL,
    content,
    ...NO_STOP,
    usage,
  };
  return [
    { type: "message_start", message } as { type: string },
    ...blocks.flatMap(({ block, delta }, index) => [
      { type: "content_block_start", index, content_block: block },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: stop, usage } as { type: string },
    { type: "message_stop" },
  ];
}

const NO_STOP = { stop_reason: null, stop_sequence: null };

/**
 * A tool that takes plain text (Codex's `apply_patch`) is called in a different form from one that takes
 * JSON.
 */
function responsesEvents(turn: Turn, id: string, request: string): { type: string }[] {
  const items =
    "say" in turn
      ? [
          {
            type: "message",
            id: `m_${id}`,
            role: "assistant",
            content: [{ type: "output_text", text: turn.say }],
          },
        ]
      : turn.map(({ tool, input }, index) => {
          const call = { id: `i_${id}_${index}`, call_id: `call_${id}_${index}`, name: tool };
          return typeof input === "string" && request.includes('"type":"custom"')
            ? { ...call, type: "custom_tool_call", input }
            : { ...call, type: "function_call", arguments: JSON.stringify(input) };
        });
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const response = {
    id: `resp_${id}`,
    object: "response",
    model: MODEL,
    status: "completed",
    output: items,
    usage,
  };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } } as {
      type: string;
    },
    ...items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response } as { type: string },
  ];
}

function chatCompletion(turn: Turn, id: string, request: string): WireAnswer {
  const says = "say" in turn;
  const message = says
    ? { role: "assistant", content: turn.say }
    : {
        role: "assistant",
        content: null,
        tool_calls: turn.map(({ tool, input }, index) => ({
          index,
          id: `call_${id}_${index}`,
          type: "function",
          function: { name: tool, arguments: JSON.stringify(input) },
        })),
      };
  const finish_reason = says ? "stop" : "tool_calls";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const base = { id: `chat_${id}`, created: 0, model: MODEL };
  if (!/"stream":\s*true/.test(request))
    return json({
      ...base,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason }],
      usage,
    });
  const chunk = { ...base, object: "chat.completion.chunk" };
  const { body } = dataStream([
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ]);
  return { contentType: "text/event-stream", body: `${body}data: [DONE]\n\n` };
}

function geminiChunk(turn: Turn): object {
  const parts =
    "say" in turn
      ? [{ text: turn.say }]
      : turn.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } }));
  return {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: MODEL,
  };
}

function eventStream(events: readonly { readonly type: string }[]): WireAnswer {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { contentType: "text/event-stream", body };
}

function dataStream(chunks: readonly object[]): WireAnswer {
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
  return { contentType: "text/event-stream", body };
}

function json(value: object): WireAnswer {
  return { contentType: "application/json", body: JSON.stringify(value) };
}
