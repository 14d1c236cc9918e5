import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { GuardDecision, GuardEvent } from "../../domain/entities/guard-event.ts";
import { messageOf } from "../../domain/errors.ts";
import { denialMessage } from "../../domain/rules/runs/denial-message.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import {
  denialId,
  denialKey,
  describeTool,
  type Evaluation,
  openAllowances,
  type Permit,
} from "../../services/guardrails/index.ts";

export interface PermitOptions {
  /** The user's own folder for AgentForge's state, outside every repository. */
  readonly stateFolder: string;
  readonly configFolder: string;
  readonly root: string;
  readonly client: string;
  readonly redactor: Redactor;
}

export interface Permits {
  readonly permit: Permit;
  /** The decision as text for the agent and the person. A refused call is stored, so that it can be allowed. */
  explain(event: GuardEvent, evaluation: Evaluation): GuardDecision;
}

const MOST_CALL = 2000;

/** For one event: applies a person's allowances, and says how a refusal can be allowed. */
export function openPermits(options: PermitOptions): Permits {
  const { root, client, redactor } = options;
  const store = () => openAllowances(allowanceFolder(options.stateFolder));
  const userFile = join(options.configFolder, "harness.json");
  const place = once(() => realRoot(root));
  const keyOf = createKeys(place);

  function keep(event: GuardEvent, { decision, decisions }: Evaluation): string | null {
    if (event.event !== "before_tool" || decision.effect === "allow") return null;
    const objections = decisions.filter(({ effect }) => effect !== "allow");
    const key = objections.some(({ rule }) => rule === decision.rule) ? keyOf(event, objections) : null;
    if (key === null) return null;
    const { effect, rule, guard, layer = "built-in", reason } = decision;
    store().keepDenial({
      ...{ id: denialId(key), key, at: event.at, root: place(), session_id: event.session_id, client },
      ...{ effect, rule, guard, layer, reason: redactor.text(reason) },
      call: redactor.text(describeTool(event.tool)).slice(0, MOST_CALL),
    });
    return denialId(key);
  }

  return {
    permit(event, objections) {
      const key = keyOf(event, objections);
      const found = key === null ? null : store().take(place(), key, event.session_id, event.at);
      if (found === null) return null;
      const reason = `${found.given_by} allowed it (${found.id}, ${found.scope})`;
      const layer = found.scope === "always" ? "user" : "session";
      return { effect: "allow", rule: `allowed_${found.scope}`, guard: "allowance", layer, reason };
    },
    explain(event, evaluation) {
      const { decision } = evaluation;
      if (decision.effect === "allow") return decision;
      let [id, trouble]: [string | null, string] = [null, ""];
      try {
        id = keep(event, evaluation);
      } catch (error) {
        trouble = ` (Single calls cannot be allowed: ${messageOf(error)})`;
      }
      return { ...decision, reason: `${denialMessage(decision, { id, userFile })}${trouble}` };
    },
  };
}

/** The key of a denial; cached, because a refusal needs it twice: to check whether it is allowed, and to say how it can be. */
function createKeys(place: () => string) {
  let known: { readonly rules: string; readonly key: string | null } | null = null;
  return (event: Extract<GuardEvent, { event: "before_tool" }>, objections: readonly GuardDecision[]) => {
    const rules = objections.map(({ guard, rule }) => `${guard}:${rule}`).join();
    if (known?.rules !== rules) known = { rules, key: denialKey({ ...event, root: place() }, objections) };
    return known.key;
  };
}

function once(compute: () => string): () => string {
  let value: string | null = null;
  return () => {
    value ??= compute();
    return value;
  };
}

export function allowanceFolder(stateFolder: string): string {
  return join(stateFolder, "guard-state");
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch {
    return root;
  }
}
