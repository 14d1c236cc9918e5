import type { Settings } from "./settings.ts";

/** What a repository's wish comes to, measured against what the user has; undefined where it may not be had. */
type Rule = (yours: unknown, wanted: unknown) => unknown;

const lower: Rule = (yours, wanted) => (Number(wanted) <= Number(yours) ? wanted : undefined);
const higher: Rule = (yours, wanted) => (Number(wanted) >= Number(yours) ? wanted : undefined);
const union: Rule = (yours, wanted) => [...new Set([...(yours as string[]), ...(wanted as string[])])];
/** Values from loosest to strictest. */
const inOrder =
  (...values: readonly unknown[]): Rule =>
  (yours, wanted) =>
    values.indexOf(wanted) >= values.indexOf(yours) ? wanted : undefined;

/**
 * A repository is data, also where it is hostile: its own settings can make things stricter for itself, and
 * nothing looser. A setting without a rule is the user's alone.
 */
const RULES: Readonly<Record<string, Rule>> = {
  "gate.mode": inOrder("autonomous", "threshold", "supervised"),
  "gate.ask_after_failed_iterations": lower,
  "gate.ask_below_confidence": higher,
  "gate.allow_uncovered": inOrder(true, false),
  "gate.critical_files": union,
  "repair.max_iterations": lower,
  "repair.budget_seconds": lower,
  "repair.allow_test_edits": inOrder(true, false),
  landing: inOrder("pull-request", "current-branch", "branch"),
  "tests.timeout_seconds": lower,
  "tests.flaky_reruns": (yours, wanted) => (Number(wanted) <= 10 ? higher(yours, wanted) : undefined),
  "daemon.attempt_limit": lower,
  "daemon.cooldown_seconds": higher,
  "daemon.concurrency": lower,
  "daemon.maximum_per_run": lower,
  "daemon.pause_on_test_failure": inOrder(false, true),
  "daemon.interval_seconds": higher,
  "sandbox.memory_mb": lower,
  "sandbox.processes": lower,
  "sandbox.disk_mb": lower,
  "sandbox.output_mb": lower,
  brain: (_yours, wanted) => (wanted === "search" ? wanted : undefined),
  "model.search_seconds": lower,
  "model.budget_seconds": lower,
  "model.max_steps": lower,
  "model.max_tokens": lower,
  "model.max_cost_usd": lower,
  "model.context_tokens": lower,
  "model.max_output_tokens": lower,
};

export interface Tightened {
  readonly settings: Settings;
  /** What was asked for and not given, `gate.mode: autonomous`. */
  readonly ignored: readonly string[];
}

/** `wanted` holds what the repository's file says and no defaults. */
export function tighten(yours: Settings, wanted: object): Tightened {
  const settings = structuredClone(yours) as unknown as Record<string, unknown>;
  const ignored: string[] = [];
  for (const [name, value] of leavesOf(wanted)) {
    const [section = "", key] = name.split(".");
    const place = key === undefined ? settings : (settings[section] as Record<string, unknown>);
    const own = key ?? section;
    const given = RULES[name]?.(place[own], value);
    if (given !== undefined) place[own] = given;
    else if (JSON.stringify(place[own]) !== JSON.stringify(value)) ignored.push(`${name}: ${shown(value)}`);
  }
  return { settings: settings as unknown as Settings, ignored };
}

function leavesOf(wanted: object): [string, unknown][] {
  return Object.entries(wanted).flatMap(([section, value]): [string, unknown][] => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [[section, value]];
    return Object.entries(value).map(([key, inner]) => [`${section}.${key}`, inner]);
  });
}

function shown(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 80);
}
