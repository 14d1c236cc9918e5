import type { AskOptions, Model, ModelAnswer, ModelCall, ModelRequest } from "../../domain/ports/model.ts";
import type { ModelChoice } from "./choose-model.ts";
import type { WireModel } from "./provider.ts";
import { readFailure, type WireFailure } from "./wire-failure.ts";
import { readCall, toolsToWire, toWire } from "./wire-message.ts";

export interface Patience {
  /** A request that says nothing for so long is given up and made again. */
  readonly silenceMs: number;
  readonly retries: number;
  /** The first pause; each further one is twice as long. */
  readonly firstPauseMs: number;
  /** A provider that asks for a longer pause than this is not waited for. */
  readonly longestPauseMs: number;
}

const PATIENCE: Patience = {
  silenceMs: 120_000,
  retries: 5,
  firstPauseMs: 1000,
  longestPauseMs: 60_000,
};

/** One model of one provider. Nothing is loaded or sent before the first question. */
export function openModel(
  { provider, model, baseUrl, key }: ModelChoice,
  fetch: typeof globalThis.fetch,
  patience: Patience = PATIENCE,
): Model {
  let wire: Promise<WireModel> | null = null;
  const open = () => {
    wire ??= provider.open({ model, baseUrl, key, fetch });
    return wire;
  };
  return {
    id: `${provider.meta.id}:${model}`,
    ask: async (request, options) => askPatiently(await open(), request, options, patience),
  };
}

async function askPatiently(
  wire: WireModel,
  request: ModelRequest,
  options: AskOptions,
  patience: Patience,
): Promise<ModelAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await askOnce(wire, request, options, patience.silenceMs);
    options.signal.throwIfAborted();
    if (outcome.kind === "answer") return outcome.answer;
    if (outcome.kind === "overflow") return { status: "overflow", why: outcome.why };
    if (outcome.kind === "final") return { status: "failed", why: outcome.why, hint: outcome.hint };

    const pause = outcome.afterMs ?? patience.firstPauseMs * 2 ** attempt * (0.75 + Math.random() / 2);
    if (attempt >= patience.retries) {
      return { status: "failed", why: `${outcome.why} (tried ${attempt + 1} times)`, hint: null };
    }
    if (pause > patience.longestPauseMs && outcome.afterMs !== null) {
      const seconds = Math.round(pause / 1000);
      return { status: "failed", why: `${outcome.why} (it asks to wait ${seconds} s)`, hint: null };
    }
    const bounded = Math.min(pause, patience.longestPauseMs);
    options.onWait?.(outcome.why, bounded);
    await sleep(bounded, options.signal);
  }
}

type Outcome = { readonly kind: "answer"; readonly answer: ModelAnswer } | WireFailure;

async function askOnce(
  wire: WireModel,
  request: ModelRequest,
  options: AskOptions,
  silenceMs: number,
): Promise<Outcome> {
  const silence = watchSilence(silenceMs);
  try {
    const { stream } = await wire.doStream({
      prompt: toWire(request.messages),
      tools: toolsToWire(request.tools),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: AbortSignal.any([options.signal, silence.signal]),
    });
    return await readStream(stream, options, silence.heard);
  } catch (error) {
    if (silence.signal.aborted) {
      return { kind: "again", why: `the provider was silent for ${silenceMs / 1000} s`, afterMs: null };
    }
    return readFailure(error, Date.now());
  } finally {
    silence.stop();
  }
}

type Stream = Awaited<ReturnType<WireModel["doStream"]>>["stream"];

async function readStream(stream: Stream, options: AskOptions, heard: () => void): Promise<Outcome> {
  let text = "";
  const calls: ModelCall[] = [];
  let about: { readonly id: string | null; readonly model: string | null } = { id: null, model: null };
  for await (const part of stream as unknown as AsyncIterable<
    Stream extends ReadableStream<infer Part> ? Part : never
  >) {
    heard();
    switch (part.type) {
      case "text-delta":
        text += part.delta;
        options.onText?.(part.delta);
        break;
      case "response-metadata":
        about = { id: part.id ?? about.id, model: part.modelId ?? about.model };
        break;
      case "tool-call":
        calls.push(readCall(part.toolCallId, part.toolName, part.input));
        break;
      case "error":
        return readFailure(part.error, Date.now());
      case "finish": {
        const { inputTokens, outputTokens } = part.usage;
        const usage = {
          inputTokens: inputTokens.total ?? 0,
          outputTokens: outputTokens.total ?? 0,
          cachedTokens: inputTokens.cacheRead ?? 0,
        };
        const { unified, raw } = part.finishReason;
        const response = { ...about, finish: raw ?? unified };
        if (unified === "content-filter") return answer({ status: "refused", text, usage, response });
        if (raw === undefined) break;
        const stopped = unified === "length" ? "length" : calls.length > 0 ? "tools" : "end";
        return answer({ status: "answered", text, calls, stopped, usage, response });
      }
    }
  }
  return { kind: "again", why: "the answer was cut off before its end", afterMs: null };
}

function answer(given: ModelAnswer): Outcome {
  return { kind: "answer", answer: given };
}

function watchSilence(milliseconds: number) {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(new Error("silent")), milliseconds);
  let timer = start();
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Rejects with the signal's reason when it aborts. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", done);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
