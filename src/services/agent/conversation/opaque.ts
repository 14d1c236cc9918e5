import type { ModelCall, ModelMessage, Opaque } from "../../../domain/ports/model.ts";
import type { ProviderOptions, WireModel } from "../connection/provider.ts";

/**
 * One part of an answer, in order. Text and calls are in the message; this adds the provider's metadata about
 * them.
 */
export interface OpaquePart {
  readonly type: "reasoning" | "text" | "call";
  /** For reasoning. */
  text: string;
  /** For text: its range in the text of the message. */
  length: number;
  options?: ProviderOptions;
}

export interface OpaqueContent {
  readonly parts: readonly OpaquePart[];
  /** For the message as a whole. */
  readonly options?: ProviderOptions | undefined;
}

type Stream = Awaited<ReturnType<WireModel["doStream"]>>["stream"];
export type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;

/** Collects the parts of a stream that must be sent back. */
export function collectOpaque(model: string) {
  const parts: OpaquePart[] = [];
  const open = new Map<string, OpaquePart>();
  const begin = (type: OpaquePart["type"], options: ProviderOptions | undefined) => {
    const part: OpaquePart = { type, text: "", length: 0, ...(options && { options }) };
    parts.push(part);
    return part;
  };
  return {
    see(part: StreamPart): void {
      const options = "providerMetadata" in part ? part.providerMetadata : undefined;
      switch (part.type) {
        case "reasoning-start":
          open.set(`reasoning ${part.id}`, begin("reasoning", options));
          return;
        case "text-start":
          open.set(`text ${part.id}`, begin("text", options));
          return;
        case "tool-call":
          begin("call", options);
          return;
        case "reasoning-delta":
        case "reasoning-end":
        case "text-delta":
        case "text-end": {
          const isText = part.type === "text-delta" || part.type === "text-end";
          const kept = open.get(`${isText ? "text" : "reasoning"} ${part.id}`);
          if (!kept) return;
          const more = "delta" in part ? part.delta : "";
          if (isText) kept.length += more.length;
          else kept.text += more;
          if (options) kept.options = { ...kept.options, ...options };
        }
      }
    },
    /** Undefined if the message needs nothing else. */
    close(message?: ProviderOptions): Opaque | undefined {
      const isPlain = parts.every((part) => part.type !== "reasoning" && part.options === undefined);
      if (isPlain && message === undefined) return undefined;
      const content: OpaqueContent = { parts, options: message };
      // Encoded, so that redaction before writing to disk does not change what a provider has signed.
      return { model, content: Buffer.from(JSON.stringify(content)).toString("base64") };
    },
  };
}

type Said = Extract<ModelMessage, { role: "assistant" }>;

/** Null if there is none, it belongs to another model, or it is damaged. */
export function readOpaque({ opaque }: Said, model: string): OpaqueContent | null {
  if (opaque === undefined || opaque.model !== model) return null;
  try {
    const content: OpaqueContent = JSON.parse(Buffer.from(opaque.content, "base64").toString());
    return Array.isArray(content.parts) ? content : null;
  } catch {
    return null;
  }
}

/** Whether the parts still describe this text and these calls; redaction may have changed the text. */
export function describes(parts: readonly OpaquePart[], text: string, calls: readonly ModelCall[]): boolean {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length === text.length && parts.filter(({ type }) => type === "call").length === calls.length;
}
