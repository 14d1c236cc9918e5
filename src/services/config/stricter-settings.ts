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
} from "../../domain/rules/stricter.ts";
import type { Settings } from "./settings.ts";

/** What a repository's own `config.yaml` may ask for. A setting without a rule is the user's alone. */
const RULES: Readonly<Record<string, StricterRule>> = {
  "gate.mode": inOrder("autonomous", "threshold", "supervised"),
  "gate.ask_after_failed_iterations": lower,
  "gate.ask_below_confidence": higher,
  "gate.tokens_per_test": lower,
  "gate.allow_uncovered": inOrder(true, false),
  "gate.critical_files": added,
  "repair.max_iterations": lower,
  "repair.budget_seconds": lower,
  "repair.allow_test_edits": inOrder(true, false),
  landing: inOrder("pull-request", "current-branch", "branch"),
  "commits.signing": inOrder("unsigned", "honor", "refuse"),
  "tests.timeout_seconds": lower,
  "tests.silence_seconds": lowerOrFirst,
  "tests.flaky_reruns": higherUpTo(10),
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
  brain: (_yours, wanted) => (wanted === "search" ? { value: wanted } : null),
  "model.search_seconds": lower,
  "model.budget_seconds": lower,
  "model.max_steps": lower,
  "model.max_tokens": lower,
  "model.max_cost_usd": lower,
  "model.context_tokens": lower,
  "model.max_output_tokens": lower,
};

/** `wanted` holds what the repository's file says and no defaults. */
export function stricterSettings(yours: Settings, wanted: object): Stricter<Settings> {
  return makeStricter(yours, wanted, RULES);
}
