import type { AnthropicProvider } from "@ai-sdk/anthropic";

/** What the AI SDK calls a language model: the wire protocol of one provider behind one streaming call. */
export type WireModel = ReturnType<AnthropicProvider>;
export type WireOptions = Parameters<WireModel["doStream"]>[0];
export type ProviderOptions = NonNullable<WireOptions["providerOptions"]>;

/** Reads a variable of the environment; null if it is not set. */
export type Variable = (name: string) => string | null;

/** The URL and key of a provider; `problem` says what is missing. */
export type Access =
  | { readonly baseUrl: string; readonly key: string | null }
  | { readonly problem: string; readonly hint: string };

interface ProviderSettings {
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | null;
  /** For what a key and an address do not say: regions, sessions. */
  readonly variable: Variable;
  readonly fetch: typeof globalThis.fetch;
}

/** A provider of models. Its library is loaded in `open`, so that it costs nothing until a model is asked. */
export interface Provider {
  readonly meta: {
    readonly id: string;
    readonly title: string;
    readonly why: string;
    /** Null if there is no usual address: then the environment must name one. */
    readonly baseUrl: string | null;
    /** Variables that may contain the key, strongest first; `needed: false` for servers on the user's machine. */
    readonly key: { readonly variables: readonly string[]; readonly needed: boolean };
    /** Variables that may contain the URL, strongest first. */
    readonly baseUrlVariables: readonly string[];
    /** Other variables it reads. */
    readonly otherVariables?: readonly string[];
    /** A model as a person would name it. */
    readonly example: string;
    /** How long it may be silent. A model on the user's machine reads a long prompt for minutes before it answers. */
    readonly silenceSeconds: number;
  };
  /** For a key or address that is made of several variables; else the first variable that is set counts. */
  access?(variable: Variable): Access;
  open(settings: ProviderSettings): Promise<WireModel>;
  /** Marks the messages up to which a provider keeps the prompt in its cache, for those that must be asked to. */
  cacheMark?(model: string): ProviderOptions | null;
  /** Says in each answer what it cost, so that no list of prices is needed. */
  readonly reportsCost?: true;
  /** Sent with every question. */
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

/** Key and address of a provider, checked. */
export function accessTo(provider: Provider, variable: Variable): Access {
  const { meta } = provider;
  const found = provider.access?.(variable) ?? plainAccess(provider, variable);
  if ("problem" in found || /^https?:\/\/./.test(found.baseUrl)) return found;
  const [name = "the address"] = meta.baseUrlVariables;
  return { problem: `${name} is not a URL: ${found.baseUrl}`, hint: `export ${name}=https://…` };
}

function plainAccess({ meta }: Provider, variable: Variable): Access {
  const key = firstSet(meta.key.variables, variable);
  if (key === null && meta.key.needed) return noKey(meta);
  const baseUrl = firstSet(meta.baseUrlVariables, variable) ?? meta.baseUrl;
  if (baseUrl !== null) return { key, baseUrl };
  const [name] = meta.baseUrlVariables;
  return {
    problem: `${meta.title} needs an address, and ${name} is not set`,
    hint: `export ${name}=http://127.0.0.1:8000/v1`,
  };
}

export function noKey({ title, key }: Provider["meta"]): Access {
  const [first] = key.variables;
  const all = key.variables.join(", ");
  return {
    problem: `${title} needs a key, and ${key.variables.length === 1 ? `${first} is not set` : `none of ${all} is set`}`,
    hint: `export ${first}=…  Keys come from the environment only.`,
  };
}

export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
