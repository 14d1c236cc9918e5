import type { AnthropicProvider } from "@ai-sdk/anthropic";

/** The AI SDK's language model: the protocol of one provider behind one streaming call. */
export type WireModel = ReturnType<AnthropicProvider>;
export type WireOptions = Parameters<WireModel["doStream"]>[0];
export type ProviderOptions = NonNullable<WireOptions["providerOptions"]>;

/** Reads an environment variable; null if it is not set. */
export type Variable = (name: string) => string | null;

/** The URL and key of a provider; `problem` says what is missing. */
export type Access =
  | { readonly baseUrl: string; readonly key: string | null }
  | { readonly problem: string; readonly hint: string };

interface ProviderSettings {
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | null;
  /** For settings other than a key and an address: regions, sessions. */
  readonly variable: Variable;
  readonly fetch: typeof globalThis.fetch;
}

/** A provider of models. Its library is loaded in `open`, so that it costs nothing until a model is used. */
export interface Provider {
  readonly meta: {
    readonly id: string;
    readonly title: string;
    readonly why: string;
    /** Null if there is no default address; then the environment must provide one. */
    readonly baseUrl: string | null;
    /**
     * Variables that may contain the key, in order of precedence; `needed: false` for servers on the user's
     * machine.
     */
    readonly key: { readonly variables: readonly string[]; readonly needed: boolean };
    /** Variables that may contain the URL, in order of precedence. */
    readonly baseUrlVariables: readonly string[];
    /** Other variables it reads. */
    readonly otherVariables?: readonly string[];
    /** A model as a person would name it. */
    readonly example: string;
    /**
     * How long it may be silent. A model on the user's machine may read a long prompt for minutes before it
     * answers.
     */
    readonly silenceSeconds: number;
  };
  /**
   * For a key or address that is built from several variables; otherwise the first variable that is set is
   * used.
   */
  access?(variable: Variable): Access;
  open(settings: ProviderSettings): Promise<WireModel>;
  /** Marks the messages up to which the prompt is cached, for providers that require such marks. */
  cacheMark?(model: string): ProviderOptions | null;
  /** Reports the cost in each answer, so that no price list is needed. */
  readonly reportsCost?: true;
  /** Sent with every request. */
  options?(tuning: { readonly effort: string | null }): ProviderOptions;
}

export const REMOTE_SILENCE = 120;
export const LOCAL_SILENCE = 600;

/** The first of the variables that is set. */
export function firstSet(names: readonly string[], variable: Variable): string | null {
  for (const name of names) {
    const value = variable(name);
    if (value !== null) return value;
  }
  return null;
}

/** The validated key and address of a provider. */
export function accessTo(provider: Provider, variable: Variable): Access {
  const { meta } = provider;
  const found = provider.access?.(variable) ?? plainAccess(provider, variable);
  if ("problem" in found || /^https?:\/\/./.test(found.baseUrl)) return found;
  const [name = "the address"] = meta.baseUrlVariables;
  return {
    problem: `${name} is not a URL: ${found.baseUrl}`,
    hint: `Set it to a URL: export ${name}=https://…`,
  };
}

function plainAccess({ meta }: Provider, variable: Variable): Access {
  const key = firstSet(meta.key.variables, variable);
  if (key === null && meta.key.needed) return noKey(meta);
  const baseUrl = firstSet(meta.baseUrlVariables, variable) ?? meta.baseUrl;
  if (baseUrl !== null) return { key, baseUrl };
  const [name] = meta.baseUrlVariables;
  return {
    problem: `${meta.title} needs an address, and ${name} is not set`,
    hint: `Set it, for example: export ${name}=http://127.0.0.1:8000/v1`,
  };
}

export function noKey({ title, key }: Provider["meta"]): Access {
  const [first] = key.variables;
  const all = key.variables.join(", ");
  return {
    problem: `${title} needs a key, and ${key.variables.length === 1 ? `${first} is not set` : `none of ${all} is set`}`,
    hint: `Set it with: export ${first}=… (keys are read only from the environment).`,
  };
}

export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
