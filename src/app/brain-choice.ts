import { type BrainChoice, chooseBrain, PROVIDERS } from "../services/agent/index.ts";
import type { Environment, Settings } from "../services/config/index.ts";

/** Flag before environment before settings; keys and addresses from the environment only. */
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
  });
}

export function describeBrain(choice: BrainChoice, environment: Environment): string {
  if (choice.kind !== "search") {
    const { provider, model, baseUrl } = choice.model;
    const order = choice.kind === "hybrid" ? "search, then " : "";
    return `${order}${provider.meta.id}:${model} at ${new URL(baseUrl).host}`;
  }
  const usable = PROVIDERS.filter(({ meta }) => environment.modelVariables[meta.key.variable] !== undefined);
  const [first] = usable.filter(({ meta }) => meta.key.needed);
  return first
    ? `search, no model; ${first.meta.key.variable} is set, so --brain ${first.meta.example} would work`
    : "search, no model (docs/model-brain.md says how to add one)";
}
