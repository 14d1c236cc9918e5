import type { HarnessSettings } from "./settings.ts";

type Middleware = HarnessSettings["middleware"];

/**
 * The user's settings made stricter by a repository's, never looser: a repository is data, also where it is
 * hostile, and it must not switch off what guards the user from it.
 */
export function tightenSettings(yours: HarnessSettings, wanted: HarnessSettings): HarnessSettings {
  const [own, its] = [yours.middleware, wanted.middleware];
  return {
    ...yours,
    state: wanted.state,
    middleware: {
      context_injection: {
        ...its.context_injection,
        ...either(own, its, "context_injection"),
        max_tree_depth: Math.min(own.context_injection.max_tree_depth, its.context_injection.max_tree_depth),
        time_budget_seconds: limit(
          own.context_injection.time_budget_seconds,
          its.context_injection.time_budget_seconds,
        ),
      },
      loop_detection: {
        ...own.loop_detection,
        ...either(own, its, "loop_detection"),
        ...smaller(own.loop_detection, its.loop_detection, [
          ...(["edit_threshold", "command_threshold", "error_threshold", "cycle_repeats"] as const),
        ]),
      },
      pre_completion_checklist: {
        ...either(own, its, "pre_completion_checklist"),
        max_refusals: Math.max(
          own.pre_completion_checklist.max_refusals,
          its.pre_completion_checklist.max_refusals,
        ),
      },
      file_protection: {
        ...own.file_protection,
        ...either(own, its, "file_protection"),
        protected_patterns: union(
          own.file_protection.protected_patterns,
          its.file_protection.protected_patterns,
        ),
      },
      command_policy: {
        ...either(own, its, "command_policy"),
        unknown_programs: stricter(own.command_policy.unknown_programs, its.command_policy.unknown_programs),
        rules: [
          ...own.command_policy.rules,
          ...its.command_policy.rules.filter((rule) => rule.effect !== "allow"),
        ],
      },
      path_sandbox: { ...own.path_sandbox, ...either(own, its, "path_sandbox") },
      verification_tracker: { ...own.verification_tracker, ...either(own, its, "verification_tracker") },
      budget: {
        ...either(own, its, "budget"),
        max_tokens: limit(own.budget.max_tokens, its.budget.max_tokens),
        max_cost_usd: limit(own.budget.max_cost_usd, its.budget.max_cost_usd),
        max_steps: limit(own.budget.max_steps, its.budget.max_steps),
        max_seconds: limit(own.budget.max_seconds, its.budget.max_seconds),
      },
      context_preservation: either(own, its, "context_preservation"),
      secret_redaction: {
        ...either(own, its, "secret_redaction"),
        patterns: union(own.secret_redaction.patterns, its.secret_redaction.patterns),
      },
      trace_logging: {
        ...either(own, its, "trace_logging"),
        max_log_size_mb: Math.min(own.trace_logging.max_log_size_mb, its.trace_logging.max_log_size_mb),
      },
    },
  };
}

/** Every switch of a section is on where either side has it on. */
function either<Name extends keyof Middleware>(own: Middleware, its: Middleware, name: Name): Switches<Name> {
  const switches = Object.entries(own[name]).filter(([, value]) => typeof value === "boolean");
  const wanted = its[name] as unknown as Record<string, boolean>;
  return Object.fromEntries(
    switches.map(([key, value]) => [key, Boolean(value) || wanted[key] === true]),
  ) as Switches<Name>;
}

type Switches<Name extends keyof Middleware> = {
  readonly [Key in keyof Middleware[Name] as Middleware[Name][Key] extends boolean ? Key : never]: boolean;
};

function smaller<Key extends string>(
  own: Readonly<Record<Key, number>>,
  its: Readonly<Record<Key, number>>,
  keys: readonly Key[],
): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, Math.min(own[key], its[key])])) as Record<Key, number>;
}

/** 0 is no limit. */
function limit(own: number, its: number): number {
  if (own === 0 || its === 0) return Math.max(own, its);
  return Math.min(own, its);
}

function union(own: readonly string[], its: readonly string[]): string[] {
  return [...new Set([...own, ...its])];
}

type Word = Middleware["command_policy"]["unknown_programs"];

function stricter(own: Word, its: Word): Word {
  const order: readonly Word[] = ["allow", "ask", "deny"];
  return order.indexOf(its) > order.indexOf(own) ? its : own;
}
