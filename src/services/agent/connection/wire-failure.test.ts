import { describe, expect, it } from "vitest";
import { readFailure } from "./wire-failure.ts";

const read = (statusCode: number | undefined, message: string, body = "") =>
  readFailure(
    { statusCode, message, responseBody: body, responseHeaders: {} },
    0,
    "http://127.0.0.1:8080/v1",
  );

/** Real provider messages, and what they mean. */
describe("readFailure", () => {
  it.each<[string, number | undefined, string, object]>([
    ["Bedrock is busy", 429, "Too many tokens, please wait before trying again.", { kind: "again" }],
    [
      "Bedrock's daily quota is used up",
      429,
      "Too many tokens per day, please wait",
      { kind: "final", cause: "quota" },
    ],
    ["Bedrock's input", 400, "Input is too long for requested model.", { kind: "overflow" }],
    [
      "Gemini's input",
      400,
      "The input token count (9) exceeds the maximum number of tokens allowed (8).",
      { kind: "overflow" },
    ],
    ["Gemini's key", 400, "API key not valid. Please pass a valid API key.", { kind: "final", cause: "key" }],
    [
      "Anthropic's room",
      400,
      "input length and `max_tokens` exceed context limit: 9 + 8 > 16",
      { kind: "overflow" },
    ],
    ["OpenAI's minute", 429, "Request too large for gpt-4o on tokens per min (TPM)", { kind: "overflow" }],
    ["OpenAI's rate", 429, "Rate limit reached on requests per min (RPM)", { kind: "again", cause: "busy" }],
    ["OpenAI's day", 429, "Rate limit reached on requests per day (RPD)", { cause: "quota" }],
    ["OpenRouter's credits", 402, "This request requires more credits", { cause: "quota" }],
    [
      "Azure's filter",
      400,
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      { kind: "refused" },
    ],
    ["an invalid model", 400, "The provided model identifier is invalid.", { cause: "model" }],
    ["a forbidden model", 403, "You don't have access to the model", { cause: "key" }],
    ["llama.cpp", 400, "the request exceeds the available context size", { kind: "overflow" }],
    [
      "nobody there",
      undefined,
      "fetch failed: connect ECONNREFUSED",
      { kind: "again", cause: "unreachable" },
    ],
  ])("%s", (_what, status, message, expected) => {
    expect(read(status, message)).toMatchObject(expected);
  });

  it("reads the delay from Google's response body", () => {
    const body = JSON.stringify({ error: { message: "quota", details: [{ retryDelay: "34.5s" }] } });
    expect(read(429, "x", body)).toMatchObject({ kind: "again", afterMs: 34_500 });
  });

  it("asks whether an unreachable server is running", () => {
    expect(read(undefined, "fetch failed").hint).toBe("Is the model served at http://127.0.0.1:8080?");
  });

  it("suggests a next step for everything except a malformed request", () => {
    const hints = [401, 402, 404, 413, 429, 500].map((status) => read(status, "x").hint);
    expect(hints).not.toContain(null);
  });
});
