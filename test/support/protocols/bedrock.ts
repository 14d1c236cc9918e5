import { crc32 } from "node:zlib";
import { type Protocol, pieces, type Spoken, signatureOf, written } from "./protocol.ts";

/** Bedrock's ConverseStream: events in the binary framing of AWS. */
export const bedrock: Protocol = {
  contentType: "application/vnd.amazon.eventstream",
  error: (_status, message) => ({ message }),
  streamError: (message) =>
    frame({ ":message-type": "exception", ":exception-type": "throttlingException" }, { message }),
  begin: () => [event("messageStart", { role: "assistant" })],
  answer(reply, number) {
    const text = reply.refuse ?? reply.say ?? "";
    const blocks = [
      ...(reply.think === undefined
        ? []
        : [
            [
              ...pieces(reply.think).map((piece) => ({ reasoningContent: { text: piece } })),
              { reasoningContent: { signature: signatureOf(number) } },
            ],
          ]),
      ...(text === "" ? [] : [pieces(text).map((piece) => ({ text: piece }))]),
    ].map((deltas) => ({ start: null, deltas }));
    const calls = (reply.calls ?? []).map(({ name, input }, index) => ({
      start: { toolUse: { toolUseId: `tooluse_${number}_${index}`, name } },
      deltas: pieces(written(input)).map((piece) => ({ toolUse: { input: piece } })),
    }));
    return [
      ...bedrock.begin(number),
      ...[...blocks, ...calls].flatMap(({ start, deltas }, contentBlockIndex) => [
        ...(start === null ? [] : [event("contentBlockStart", { contentBlockIndex, start })]),
        ...deltas.map((delta) => event("contentBlockDelta", { contentBlockIndex, delta })),
        event("contentBlockStop", { contentBlockIndex }),
      ]),
      event("messageStop", { stopReason: stopReason(reply, calls.length > 0) }),
      event("metadata", { usage: usage(reply), metrics: { latencyMs: 1 } }),
    ];
  },
};

function stopReason({ refuse, stop }: Spoken, hasCalls: boolean): string {
  if (refuse !== undefined) return "content_filtered";
  if (stop === "length") return "max_tokens";
  return hasCalls ? "tool_use" : "end_turn";
}

/** Bedrock counts tokens read from or written to the cache separately from the input. */
function usage({ tokens = 20, cached = { read: 0, written: 0 } }: Spoken) {
  return {
    inputTokens: 100 - cached.read - cached.written,
    outputTokens: tokens,
    totalTokens: 100 + tokens,
    cacheReadInputTokens: cached.read,
    cacheWriteInputTokens: cached.written,
  };
}

const event = (type: string, payload: object) =>
  frame({ ":message-type": "event", ":event-type": type, ":content-type": "application/json" }, payload);

/** Lengths and checksums, headers, payload, total checksum. */
function frame(headers: Readonly<Record<string, string>>, payload: object): Uint8Array {
  const named = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + named.length + body.length, 0);
  prelude.writeUInt32BE(named.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const whole = Buffer.concat([prelude, named, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(whole), 0);
  return Buffer.concat([whole, checksum]);
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value), 0);
  const isString = 7;
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([isString]),
    length,
    Buffer.from(value),
  ]);
}
