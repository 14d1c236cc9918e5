import type { Metadata } from "../entities/common.ts";
import type { ToolCategory } from "../entities/tool.ts";

/** A tool as described to a model; the parameters are a JSON Schema. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** For the record, not for the model. */
  readonly effect?: ToolCategory;
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** Null if what the model wrote is not a JSON object; `written` is what it wrote. */
  readonly parameters: Metadata | null;
  readonly written: string;
}

/**
 * What a provider expects back unchanged with a message: reasoning with its signatures. It is stored and sent back,
 * never read, and only to the model that wrote it.
 */
export interface Opaque {
  /** `provider:model`. */
  readonly model: string;
  readonly content: string;
}

interface ModelResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
}

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly ModelCall[];
      readonly opaque?: Opaque;
    }
  /** One result for each call of the assistant's message before it. */
  | { readonly role: "tool"; readonly results: readonly ModelResult[] };

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input tokens, those read from the provider's cache. */
  readonly cachedTokens: number;
  /** Of the input tokens, those written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** The cost reported by the provider, or computed from the model's price; null if both are unknown. */
  readonly costUsd?: number | null;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
}

/** The provider's metadata about its answer, for the record. */
interface ModelResponse {
  readonly id: string | null;
  /** The model that answered, which may be more specific than the requested one. */
  readonly model: string | null;
  /** The provider's own stop reason. */
  readonly finish: string;
}

/** One shape for success and failure: a provider that is down is a result of the work, not an error. */
export type ModelAnswer =
  | {
      readonly status: "answered";
      readonly text: string;
      readonly calls: readonly ModelCall[];
      /** `length`: cut off by the output limit, so the last call may be missing or incomplete. */
      readonly stopped: "end" | "tools" | "length";
      readonly usage: ModelUsage;
      readonly opaque?: Opaque;
      readonly response?: ModelResponse;
    }
  | {
      readonly status: "refused";
      readonly text: string;
      readonly usage: ModelUsage;
      readonly hint?: string | null;
      readonly response?: ModelResponse;
    }
  /** The messages are longer than the model can read. */
  | { readonly status: "overflow"; readonly why: string; readonly hint?: string | null }
  | {
      readonly status: "failed";
      readonly why: string;
      /** What the user can do about it. */
      readonly hint: string | null;
      readonly cause?: ModelFailure;
    };

/** Why a model request failed; each reason has a different next step. */
export type ModelFailure = "key" | "quota" | "model" | "request" | "busy" | "unreachable";

export interface AskOptions {
  readonly signal: AbortSignal;
  /** The session that the request belongs to, for tracing. */
  readonly conversation?: string;
  readonly onText?: (piece: string) => void;
  /** The provider asked to wait, or the connection broke: what happened and how long the pause is. */
  readonly onWait?: (why: string, milliseconds: number) => void;
}

/** A language model. `ask` retries temporary failures, and throws only when the signal aborts. */
export interface Model {
  /** `provider:model`. */
  readonly id: string;
  ask(request: ModelRequest, options: AskOptions): Promise<ModelAnswer>;
}
