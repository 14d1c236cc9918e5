import type {
  AskOptions,
  Model,
  ModelAnswer,
  ModelCall,
  ModelRequest,
  ModelUsage,
} from "../../../domain/ports/model.ts";
import { collectOpaque, type StreamPart } from "../conversation/opaque.ts";
import { readCall, toolsToWire, toWire } from "../conversation/wire-message.ts";
import type { ModelChoice } from "./choose-model.ts";
import { patientFetch } from "./patient-fetch.ts";
import { costAt } from "./prices.ts";
import type { ProviderOptions, WireModel } from "./provider.ts";
import { REFUSED, readFailure, type WireFailure } from "./wire-failure.ts";

export interface Patience {
  /** A request is aborted and retried after this much silence. */
  readonly silenceMs: number;
  readonly retries: number;
  /** The first pause; each following one is twice as long. */
  readonly firstPauseMs: number;
  /** The request fails if a provider asks for a longer pause than this. */
  readonly longestPauseMs: number;
}

const PATIENCE = { retries: 5, firstPauseMs: 1000, longestPauseMs: 60_000 };

/** The built-in `fetch` gives up after five minutes of silence. */
const FETCH_PATIENCE_MS = 280_000;

/** One model of one provider. Nothing is loaded or sent before the first request. */
export function openModel(
  choice: ModelChoice,
  fetch: typeof globalThis.fetch,
  given: Partial<Patience> = {},
): Model {
  const { provider, tuning } = choice;
  const silenceMs = 1000 * (tuning.silence_seconds ?? provider.meta.silenceSeconds);
  const patience: Patience = { ...PATIENCE, silenceMs, ...given };
  const sender = patience.silenceMs > FETCH_PATIENCE_MS ? patientFetch : fetch;
  let wire: Promise<WireModel> | null = null;
  const open = () => {
    wire ??= provider.open({ ...choice, fetch: sender });
    return wire;
  };
  return {
    id: idOf(choice),
    ask: async (request, options) => askPatiently({ choice, wire: await open(), request, options, patience }),
  };
}

function idOf({ provider, model }: ModelChoice): string {
  return `${provider.meta.id}:${model}`;
}

interface Question {
  readonly choice: ModelChoice;
  readonly wire: WireModel;
  readonly request: ModelRequest;
  readonly options: AskOptions;
  readonly patience: Patience;
}

async function askPatiently(question: Question): Promise<ModelAnswer> {
  const { options, patience } = question;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await askOnce(question);
    options.signal.throwIfAborted();
    if (outcome.kind === "answer") return outcome.answer;
    const { why, hint } = outcome;
    if (outcome.kind === "overflow") return { status: "overflow", why, hint };
    if (outcome.kind === "refused") return { status: "refused", text: why, usage: NO_USAGE, hint };
    const { cause } = outcome;
    if (outcome.kind === "final") return { status: "failed", why, hint, cause };

    const failed = (more: string): ModelAnswer => ({
      status: "failed",
      why: `${why} (${more})`,
      hint,
      cause,
    });
    const pause = outcome.afterMs ?? patience.firstPauseMs * 2 ** attempt * (0.75 + Math.random() / 2);
    if (attempt >= patience.retries) return failed(`tried ${attempt + 1} times`);
    if (pause > patience.longestPauseMs && outcome.afterMs !== null) {
      return failed(`it asks to wait ${Math.round(pause / 1000)} s`);
    }
    const bounded = Math.min(pause, patience.longestPauseMs);
    options.onWait?.(why, bounded);
    await sleep(bounded, options.signal);
  }
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costUsd: 0 };

type Outcome = { readonly kind: "answer"; readonly answer: ModelAnswer } | WireFailure;

async function askOnce({ choice, wire, request, options, patience }: Question): Promise<Outcome> {
  const { provider, model, tuning, baseUrl } = choice;
  const silence = watchSilence(patience.silenceMs);
  try {
    const { stream } = await wire.doStream({
      prompt: toWire(request.messages, idOf(choice), provider.cacheMark?.(model) ?? null),
      tools: toolsToWire(request.tools),
      maxOutputTokens: request.maxOutputTokens,
      abortSignal: AbortSignal.any([options.signal, silence.signal]),
      ...(tuning.effort !== null && { reasoning: tuning.effort }),
      ...(tuning.temperature !== null && { temperature: tuning.temperature }),
      ...(provider.options && { providerOptions: provider.options(tuning) }),
    });
    return await readStream(stream, { choice, request, options }, silence.heard);
  } catch (error) {
    if (!silence.signal.aborted) return readFailure(error, Date.now(), baseUrl);
    const why = `the provider was silent for ${patience.silenceMs / 1000} s`;
    const hint = "A slow model needs more time: raise model.silence_seconds in your own config.yaml.";
    return { kind: "again", why, hint, cause: "unreachable", afterMs: null };
  } finally {
    silence.stop();
  }
}

type Stream = Awaited<ReturnType<WireModel["doStream"]>>["stream"];

/** What some of our providers add to the end of an answer. */
interface Extras {
  readonly costUsd?: number;
  readonly message?: ProviderOptions;
}

async function readStream(
  stream: Stream,
  { choice, request, options }: Pick<Question, "choice" | "request" | "options">,
  heard: () => void,
): Promise<Outcome> {
  let text = "";
  const calls: ModelCall[] = [];
  const opaque = collectOpaque(idOf(choice));
  let about: { readonly id: string | null; readonly model: string | null } = { id: null, model: null };
  for await (const part of stream as unknown as AsyncIterable<StreamPart>) {
    heard();
    opaque.see(part);
    switch (part.type) {
      case "text-delta":
        text += part.delta;
        options.onText?.(part.delta);
        break;
      case "response-metadata":
        about = { id: part.id ?? about.id, model: part.modelId ?? about.model };
        break;
      case "tool-call":
        calls.push(readCall(part.toolCallId, part.toolName, part.input, request.tools));
        break;
      case "error":
        return readFailure(part.error, Date.now(), choice.baseUrl);
      case "finish": {
        const extras = (part.providerMetadata?.agentforge ?? {}) as Extras;
        const usage = readUsage(part.usage, choice, extras);
        const { unified, raw } = part.finishReason;
        const response = { ...about, finish: raw ?? unified };
        if (unified === "content-filter" || raw === "content_filter")
          return answer({ status: "refused", text, usage, response, hint: REFUSED });
        if (raw === undefined && (unified === "other" || unified === "interrupted")) break;
        const stopped = unified === "length" ? "length" : calls.length > 0 ? "tools" : "end";
        const carried = opaque.close(extras.message);
        return answer({
          ...{ status: "answered", text, calls, stopped, usage, response },
          ...(carried && { opaque: carried }),
        });
      }
    }
  }
  const why = "the answer was cut off before its end";
  return { kind: "again", why, hint: null, cause: "unreachable", afterMs: null };
}

type WireUsage = Extract<StreamPart, { type: "finish" }>["usage"];

function readUsage(
  { inputTokens, outputTokens }: WireUsage,
  { price }: ModelChoice,
  extras: Extras,
): ModelUsage {
  const usage = {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
  };
  return { ...usage, costUsd: extras.costUsd ?? costAt(price, usage) };
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
