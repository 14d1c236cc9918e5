import { type Protocol, pieces, signatureOf } from "./protocol.ts";

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** `streamGenerateContent?alt=sse` of the Gemini API and of Vertex AI. */
export const gemini: Protocol = {
  contentType: "text/event-stream",
  error: (code, message) => ({ error: { code, message, status: STATUS[code] ?? "INTERNAL" } }),
  streamError: (message) => data({ error: { code: 503, message, status: "UNAVAILABLE" } }),
  begin: (number) => [chunk(number, [{ text: "" }])],
  answer(reply, number) {
    if (reply.refuse !== undefined) {
      return [data({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: usage(reply) })];
    }
    const calls = reply.calls ?? [];
    const isMalformed = calls.some(({ input }) => typeof input === "string");
    const spoken = [
      ...pieces(reply.think ?? "").map((text) => ({ text, thought: true })),
      ...pieces(reply.say ?? "").map((text) => ({ text })),
      ...(isMalformed ? [] : calls).map(({ name, input: args }, index) => ({
        functionCall: { id: `fc_${number}_${index}`, name, args },
        // Google signs only the first call of a step.
        ...(index === 0 && reply.think && { thoughtSignature: signatureOf(number) }),
      })),
    ];
    const finishReason = isMalformed
      ? "MALFORMED_FUNCTION_CALL"
      : reply.stop === "length"
        ? "MAX_TOKENS"
        : "STOP";
    return [
      ...spoken.map((part) => chunk(number, [part])),
      data({
        candidates: [{ content: { role: "model", parts: [] }, finishReason, index: 0 }],
        usageMetadata: usage(reply),
        modelVersion: "scripted",
      }),
    ];
  },
};

function chunk(number: number, parts: readonly object[]): string {
  return data({ candidates: [{ content: { role: "model", parts }, index: 0 }], responseId: `r${number}` });
}

function usage({ tokens = 20, cached }: { tokens?: number; cached?: { read: number } }) {
  return {
    promptTokenCount: 100,
    candidatesTokenCount: tokens,
    totalTokenCount: 100 + tokens,
    ...(cached && { cachedContentTokenCount: cached.read }),
  };
}
