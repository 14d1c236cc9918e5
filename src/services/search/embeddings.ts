import { AgentForgeError, messageOf } from "../../domain/errors.ts";

/** Turns texts into vectors of one length. Vectors of providers with different ids are never compared. */
export interface EmbeddingProvider {
  readonly id: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
}

export interface HttpEmbeddingSettings {
  /** The URL of an OpenAI-compatible service, up to and including `/v1`: `http://127.0.0.1:11434/v1` for Ollama. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
}

const TEXTS_PER_REQUEST = 64;
const DEFAULT_TIMEOUT_MS = 60_000;

export function httpEmbeddings(settings: HttpEmbeddingSettings): EmbeddingProvider {
  return {
    id: `${settings.baseUrl} ${settings.model}`,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += TEXTS_PER_REQUEST) {
        vectors.push(
          ...(await requestVectors(settings, texts.slice(start, start + TEXTS_PER_REQUEST), signal)),
        );
      }
      return vectors;
    },
  };
}

async function requestVectors(
  settings: HttpEmbeddingSettings,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const timeout = AbortSignal.timeout(settings.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const response = await fetch(`${settings.baseUrl.replace(/\/$/, "")}/embeddings`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
    },
    body: JSON.stringify({ model: settings.model, input: texts, encoding_format: "float" }),
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw unavailable(settings, messageOf(cause), cause);
  });
  if (!response.ok) throw unavailable(settings, `it answered ${response.status}`);
  const vectors = readVectors(await response.json().catch(() => null), texts.length);
  if (vectors === null) throw unavailable(settings, "its answer does not contain one vector for each text");
  return vectors;
}

function readVectors(body: unknown, expected: number): readonly Float32Array[] | null {
  const data = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== expected) return null;
  const vectors: (Float32Array | undefined)[] = Array.from({ length: expected });
  for (const [position, item] of data.entries()) {
    const { index = position, embedding } = item as { index?: number; embedding?: unknown };
    if (!Array.isArray(embedding) || embedding.length === 0) return null;
    vectors[index] = normalize(Float32Array.from(embedding as number[]));
  }
  const whole = vectors.filter((vector) => vector !== undefined);
  return whole.length === expected && whole.every((vector) => vector.every(Number.isFinite)) ? whole : null;
}

/** Normalizes to length one, so that the inner product is the cosine. */
function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function unavailable(settings: HttpEmbeddingSettings, why: string, cause?: unknown): AgentForgeError {
  return new AgentForgeError("unsupported", `the embedding service at ${settings.baseUrl} failed: ${why}`, {
    hint: "Check its address and model, or switch embeddings off: search works without them.",
    cause,
  });
}
