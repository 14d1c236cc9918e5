import {
  added,
  type Granted,
  higherUpTo,
  inOrder,
  lower,
  lowerLimit,
  makeStricter,
  type Stricter,
  type StricterRule,
  shortened,
} from "../../../domain/rules/settings/stricter.ts";
import type { CommandRule } from "../rules.ts";
import { DEFAULT_SETTINGS, type HarnessSettings } from "./settings.ts";

/** Claude Code lets a stop through after eight refusals. */
const MOST_REFUSALS = 8;

/**
 * What a repository's own `harness.json` may change. Every switch can be turned on; settings that are not listed belong
 * to the user alone.
 */
const rules = (): Readonly<Record<string, StricterRule>> => ({
  ...switches(),
  version: (_yours, wanted) => ({ value: wanted }),
  "state.format": (_yours, wanted) => ({ value: wanted }),
  "state.dir": (_yours, wanted) => (isOwnFolder(String(wanted)) ? { value: wanted } : null),
  "middleware.context_injection.max_tree_depth": lower,
  "middleware.context_injection.time_budget_seconds": lowerLimit,
  "middleware.loop_detection.edit_threshold": lowerLimit,
  "middleware.loop_detection.command_threshold": lowerLimit,
  "middleware.loop_detection.error_threshold": lowerLimit,
  "middleware.loop_detection.cycle_repeats": lowerLimit,
  "middleware.pre_completion_checklist.max_refusals": higherUpTo(MOST_REFUSALS),
  "middleware.file_protection.protected_patterns": added,
  "middleware.file_protection.allowed_patterns": shortened,
  "middleware.command_policy.unknown_programs": inOrder("allow", "ask", "deny"),
  "middleware.command_policy.rules": withoutAllowing,
  "middleware.path_sandbox.readable": shortened,
  "middleware.path_sandbox.writable": shortened,
  "middleware.verification_tracker.ignore_patterns": shortened,
  "middleware.budget.max_tokens": lowerLimit,
  "middleware.budget.max_cost_usd": lowerLimit,
  "middleware.budget.max_steps": lowerLimit,
  "middleware.budget.max_seconds": lowerLimit,
  "middleware.secret_redaction.patterns": added,
  "middleware.trace_logging.max_log_size_mb": lowerLimit,
});

/** `wanted` contains the repository's settings without defaults. */
export function stricterHarness(yours: HarnessSettings, wanted: object): Stricter<HarnessSettings> {
  return makeStricter(yours, wanted, rules());
}

function switches(): Record<string, StricterRule> {
  return Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS.middleware).flatMap(([section, settings]) =>
      Object.entries(settings)
        .filter(([, value]) => typeof value === "boolean")
        .map(([key]) => [`middleware.${section}.${key}`, inOrder(false, true)]),
    ),
  );
}

/** Rules that deny or ask are added to the user's; a rule that allows would decide for the user. */
function withoutAllowing(yours: unknown, wanted: unknown): Granted {
  const theirs = wanted as readonly CommandRule[];
  const allowing = theirs.filter((rule) => rule.effect === "allow");
  return {
    value: [...(yours as readonly CommandRule[]), ...theirs.filter((rule) => !allowing.includes(rule))],
    refused: allowing.map((rule) => `the rule "${rule.id}", which allows`),
  };
}

/** Folders that belong to AgentForge: anywhere else, its files would mix with the user's. */
function isOwnFolder(folder: string): boolean {
  return /^(?:\.\/)?\.(?:agentforge|harness)(?:\/|$)/.test(folder);
}
