import { accessTo, type BrainChoice, chooseBrain, PROVIDERS } from "../../services/agent/index.ts";
import type { Environment, Settings } from "../../services/config/index.ts";

/**
 * A flag overrides the environment, which overrides the settings; keys and addresses come only from the
 * environment.
 */
export function chooseBrainFor(
  environment: Environment,
  settings: Settings,
  flag: string | null,
): BrainChoice {
  return chooseBrain({
    flag,
    environment: environment.brain,
    settings: settings.brain,
    variable: (name) => environment.modelVariables[name] ?? null,
    tuning: settings.model,
  });
}

export function describeBrain(choice: BrainChoice, environment: Environment): string {
  const usable = usableProviders(environment);
  if (choice.kind !== "search") {
    const { provider, model, baseUrl, tuning } = choice.model;
    const order = choice.kind === "hybrid" ? "search, then " : "";
    const effort = tuning.effort === null ? "" : `, effort ${tuning.effort}`;
    const temperature = tuning.temperature === null ? "" : `, temperature ${tuning.temperature}`;
    const name = `${provider.meta.id}:${model} at ${new URL(baseUrl).host}`;
    return `${order}${name}${effort}${temperature}${alsoConfigured(usable, provider)}`;
  }
  const [first] = usable;
  return first
    ? `search, no model; configured: ${usable.map(({ meta }) => meta.id).join(", ")}, so --brain ${first.meta.example} would work`
    : "search, no model (docs/model-brain.md explains how to add one)";
}

type Provider = (typeof PROVIDERS)[number];

/** The providers whose key is in the environment. */
function usableProviders(environment: Environment): readonly Provider[] {
  const variable = (name: string) => environment.modelVariables[name] ?? null;
  return PROVIDERS.filter(
    (provider) => provider.meta.key.needed && !("problem" in accessTo(provider, variable)),
  );
}

function alsoConfigured(usable: readonly Provider[], chosen: Provider): string {
  const others = usable.filter((provider) => provider !== chosen).map(({ meta }) => meta.id);
  return others.length === 0 ? "" : ` (also configured: ${others.join(", ")})`;
}

/** Warnings to show before the first request costs anything. */
export function modelWarnings(choice: BrainChoice, settings: Settings): string[] {
  if (choice.kind === "search" || choice.model.price !== null) return [];
  const { provider, model } = choice.model;
  if (provider.reportsCost) return [];
  const name = `${provider.meta.id}:${model}`;
  return [
    `the price of ${name} is unknown, so max_cost_usd: ${settings.model.max_cost_usd} cannot stop it; max_tokens: ${settings.model.max_tokens} does. Set its price under model.prices in your own config.yaml.`,
  ];
}
