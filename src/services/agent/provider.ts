import type { AnthropicProvider } from "@ai-sdk/anthropic";

/** What the AI SDK calls a language model: the wire protocol of one provider behind one streaming call. */
export type WireModel = ReturnType<AnthropicProvider>;

interface ProviderSettings {
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | null;
  readonly fetch: typeof globalThis.fetch;
}

/** A provider of models. Its library is loaded in `open`, so that it costs nothing until a model is asked. */
export interface Provider {
  readonly meta: {
    readonly id: string;
    readonly title: string;
    readonly why: string;
    /** Null where there is no usual place: then the environment must name one. */
    readonly baseUrl: string | null;
    /** The variable that holds the key; `needed: false` for servers on the own machine. */
    readonly key: { readonly variable: string; readonly needed: boolean };
    readonly baseUrlVariable: string;
    /** A model as a person would name it. */
    readonly example: string;
  };
  open(settings: ProviderSettings): Promise<WireModel>;
}
