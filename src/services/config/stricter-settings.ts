import {
  added,
  higher,
  higherUpTo,
  inOrder,
  lower,
  lowerOrFirst,
  makeStricter,
  type Stricter,
  type StricterRule,
} from "../../domain/rules/settings/stricter.ts";
import type { Settings } from "./settings.ts";

interface RepositoryRule {
  readonly rule: StricterRule;
  /** What a repository can do to the setting, as text. */
  readonly can: string;
}

const lowerIt: RepositoryRule = { rule: lower, can: "lower it" };
const raiseIt: RepositoryRule = { rule: higher, can: "raise it" };

function makeIt(...values: readonly (string | boolean)[]): RepositoryRule {
  const stricter = values.slice(1).map((value) => `\`${value}\``);
  return { rule: inOrder(...values), can: `make it ${stricter.join(" or ")}` };
}

/** What a repository's own `config.yaml` may ask for. A setting without a rule is the user's alone. */
const RULES: Readonly<Record<string, RepositoryRule>> = {
  "gate.mode": makeIt("autonomous", "threshold", "supervised"),
  "gate.ask_after_failed_iterations": lowerIt,
  "gate.ask_below_confidence": raiseIt,
  "gate.tokens_per_test": lowerIt,
  "gate.allow_uncovered": makeIt(true, false),
  "gate.critical_files": { rule: added, can: "add to it" },
  "repair.max_iterations": lowerIt,
  "repair.budget_seconds": lowerIt,
  "repair.allow_test_edits": makeIt(true, false),
  landing: makeIt("pull-request", "pushed-branch", "current-branch", "branch"),
  "commits.signing": makeIt("unsigned", "honor", "refuse"),
  "tests.timeout_seconds": lowerIt,
  "tests.silence_seconds": { rule: lowerOrFirst, can: "set it, or lower it" },
  "tests.flaky_reruns": { rule: higherUpTo(10), can: "raise it, up to 10" },
  "daemon.attempt_limit": lowerIt,
  "daemon.cooldown_seconds": raiseIt,
  "daemon.concurrency": lowerIt,
  "daemon.maximum_per_run": lowerIt,
  "daemon.pause_on_test_failure": makeIt(false, true),
  "daemon.require_approval": makeIt(false, true),
  "daemon.interval_seconds": raiseIt,
  "sandbox.memory_mb": lowerIt,
  "sandbox.processes": lowerIt,
  "sandbox.disk_mb": lowerIt,
  "sandbox.output_mb": lowerIt,
  brain: {
    rule: (_yours, wanted) => (wanted === "search" ? { value: wanted } : null),
    can: "make it `search`",
  },
  "model.search_seconds": lowerIt,
  "model.budget_seconds": lowerIt,
  "model.max_steps": lowerIt,
  "model.max_tokens": lowerIt,
  "model.max_cost_usd": lowerIt,
  "model.context_tokens": lowerIt,
  "model.max_output_tokens": lowerIt,
};

const RULE_FUNCTIONS = Object.fromEntries(Object.entries(RULES).map(([name, { rule }]) => [name, rule]));

/** What a repository's own file can do to a setting; null if it is the user's alone. */
export function repositoryCan(setting: string): string | null {
  return RULES[setting]?.can ?? null;
}

/** `wanted` contains the repository's settings without defaults. */
export function stricterSettings(yours: Settings, wanted: object): Stricter<Settings> {
  return makeStricter(yours, wanted, RULE_FUNCTIONS);
}
