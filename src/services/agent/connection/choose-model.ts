import { AgentForgeError } from "../../../domain/errors.ts";
import { PROVIDERS } from "../models/list.ts";
import { type Price, priceByName } from "./prices.ts";
import { accessTo, type Provider, type Variable } from "./provider.ts";

/** Which brains are used, and the model if one of them needs it. */
export type BrainChoice =
  | { readonly kind: "search" }
  | { readonly kind: "llm" | "hybrid"; readonly model: ModelChoice };

export interface ModelChoice {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | null;
  readonly variable: Variable;
  readonly tuning: ModelTuning;
  /** Null if unknown. */
  readonly price: Price | null;
}

/** The person's settings for the model; null means the provider's default. */
export interface ModelTuning {
  readonly effort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
  readonly temperature: number | null;
  readonly silence_seconds: number | null;
  /** By `provider:model`, in US dollars per million tokens. */
  readonly prices: Readonly<Record<string, GivenPrice>>;
}

/** If no price is given for them, cache reads and writes cost the same as input. */
interface GivenPrice {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}

export const NO_TUNING: ModelTuning = { effort: null, temperature: null, silence_seconds: null, prices: {} };

/**
 * Where a brain may be named, in order of precedence; each value is `search`, `llm`, `hybrid` or
 * `provider:model`.
 */
export interface BrainNames {
  readonly flag: string | null;
  readonly environment: string | null;
  readonly settings: string | null;
  /** Keys and addresses: from the environment only, never from a repository. */
  readonly variable: Variable;
  readonly tuning?: ModelTuning;
}

const KINDS = ["search", "llm", "hybrid"];

/**
 * The first source that names brains decides which brains are used; the first that names a model decides the
 * model. With only a model given, search goes first and the model second.
 */
export function chooseBrain(names: BrainNames): BrainChoice {
  const said = [names.flag, names.environment, names.settings].filter((name) => name !== null);
  const named = said.find((name) => !KINDS.includes(name)) ?? null;
  const strongest = said[0] ?? "search";
  if (strongest === "search") return { kind: "search" };
  if (named === null) {
    throw new AgentForgeError("no_model", `the brain "${strongest}" needs a model, but none is set`, {
      hint: `Set one: --brain ${PROVIDERS[0]?.meta.example}, or AGENTFORGE_BRAIN in the environment, or brain: in ~/.config/agentforge/config.yaml.`,
    });
  }
  return { kind: strongest === "llm" ? "llm" : "hybrid", model: chooseModel(named, names) };
}

function chooseModel(name: string, { variable, tuning = NO_TUNING }: BrainNames): ModelChoice {
  const colon = name.indexOf(":");
  const provider = PROVIDERS.find((each) => each.meta.id === name.slice(0, colon));
  const model = name.slice(colon + 1);
  if (!provider || model === "") {
    throw new AgentForgeError("bad_input", `"${name}" is not a brain`, {
      hint: `Use search, llm, hybrid, or provider:model, such as ${PROVIDERS[0]?.meta.example}. Providers: ${PROVIDERS.map((each) => each.meta.id).join(", ")}.`,
    });
  }
  const access = accessTo(provider, variable);
  if ("problem" in access) throw new AgentForgeError("no_model", access.problem, { hint: access.hint });
  return { provider, model, ...access, variable, tuning, price: priceFor(name, tuning) };
}

function priceFor(name: string, { prices }: ModelTuning): Price | null {
  const given = prices[name];
  if (given === undefined) return priceByName(name);
  const { input, output, cache_read = input, cache_write = input } = given;
  return { input, output, cacheRead: cache_read, cacheWrite: cache_write };
}
