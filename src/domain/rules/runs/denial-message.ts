import type { GuardDecision } from "../../entities/guard-event.ts";

/** How a person can allow what a guard refused. */
export interface WayOn {
  /** The id of the denial for `agentforge guard allow`; null if it cannot be allowed per call. */
  readonly id: string | null;
  /** The user's own settings of the guards. */
  readonly userFile: string;
}

/** The message for every refusal and every question of the guards, for agents and people. */
export function denialMessage(decision: GuardDecision, { id, userFile }: WayOn): string {
  const what = `${endsSentence(decision.reason)} [${ruleName(decision)}]`;
  if (decision.effect === "ask")
    return [
      `AgentForge asks: ${what}`,
      ...(id === null ? [] : [`To stop being asked: agentforge guard allow ${id} --session (or --always).`]),
    ].join("\n");
  return [`AgentForge denied this: ${what}`, wayOn(decision, id, userFile)].join("\n");
}

/** `rule protected_file of file_protection, layer built-in`. */
export function ruleName({ rule, guard, layer }: GuardDecision): string {
  return `rule ${rule} of ${guard}, layer ${layer ?? "built-in"}`;
}

function wayOn({ rule, guard, unattended }: GuardDecision, id: string | null, userFile: string): string {
  if (rule === "self_approval")
    return "This cannot be allowed for an agent: a person must run it in their own terminal.";
  if (id === null)
    return `A person can change this permanently: middleware.${guard} in ${userFile} (docs/guardrails.md).`;
  const allow = `agentforge guard allow ${id} --once (or --session, --always)`;
  const rules = `for similar calls: a rule with "effect": "allow" in ${userFile} (docs/guardrails.md)`;
  return unattended
    ? `A person can allow it beforehand, in their own terminal: ${allow}; ${rules}. Until then, continue without it.`
    : `Only a person can allow it, in their own terminal: ${allow}; ${rules}. Do not try another spelling.`;
}

function endsSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
