import { AgentForgeError } from "../../domain/errors.ts";
import { PROVIDERS } from "./models/list.ts";
import type { Provider } from "./provider.ts";

/** Which brains work, and the model of the second. */
export type BrainChoice =
  | { readonly kind: "search" }
  | { readonly kind: "llm" | "hybrid"; readonly model: ModelChoice };

export interface ModelChoice {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | null;
}

/** Where a brain may be named, strongest first; each is `search`, `llm`, `hybrid` or `provider:model`. */
export interface BrainNames {
  readonly flag: string | null;
  readonly environment: string | null;
  readonly settings: string | null;
  /** Keys and addresses: from the environment only, never from a repository. */
  readonly variable: (name: string) => string | null;
}

const KINDS = ["search", "llm", "hybrid"];

/**
 * The strongest name that says which brains work decides that; the strongest that names a model decides which.
 * With a model and nothing else said, search goes first and the model after it.
 */
export function chooseBrain(names: BrainNames): BrainChoice {
  const said = [names.flag, names.environment, names.settings].filter((name) => name !== null);
  const named = said.find((name) => !KINDS.includes(name)) ?? null;
  const strongest = said[0] ?? "search";
  if (strongest === "search") return { kind: "search" };
  if (named === null) {
    throw new AgentForgeError("no_model", `the brain "${strongest}" needs a model, and none is named`, {
      hint: `Name one: --brain ${PROVIDERS[0]?.meta.example}, or AGENTFORGE_BRAIN in the environment, or brain: in ~/.config/agentforge/config.yaml.`,
    });
  }
  return { kind: strongest === "llm" ? "llm" : "hybrid", model: chooseModel(named, names.variable) };
}

function chooseModel(name: string, variable: BrainNames["variable"]): ModelChoice {
  const colon = name.indexOf(":");
  const provider = PROVIDERS.find((each) => each.meta.id === name.slice(0, colon));
  const model = name.slice(colon + 1);
  if (!provider || model === "") {
    throw new AgentForgeError("bad_input", `"${name}" is not a brain`, {
      hint: `search, llm, hybrid, or provider:model, such as ${PROVIDERS.map((each) => each.meta.example).join(", ")}.`,
    });
  }
  const { meta } = provider;
  const key = variable(meta.key.variable);
  if (key === null && meta.key.needed) {
    throw new AgentForgeError("no_model", `${meta.title} needs a key, and ${meta.key.variable} is not set`, {
      hint: `export ${meta.key.variable}=…  Keys come from the environment only.`,
    });
  }
  const baseUrl = variable(meta.baseUrlVariable) ?? meta.baseUrl;
  if (baseUrl === null || !/^https?:\/\//.test(baseUrl)) {
    throw new AgentForgeError(
      "no_model",
      baseUrl === null
        ? `${name} needs an address, and ${meta.baseUrlVariable} is not set`
        : `${meta.baseUrlVariable} is not an address: ${baseUrl}`,
      { hint: `export ${meta.baseUrlVariable}=http://127.0.0.1:8000/v1` },
    );
  }
  return { provider, model, baseUrl, key };
}
