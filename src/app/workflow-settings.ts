import type { Suite } from "../domain/ports/testing.ts";
import { compileCover } from "../domain/rules/paths/glob.ts";
import type { Settings } from "../services/config/index.ts";
import type { WorkflowSettings } from "../workflows/ports.ts";

/** A pattern names a suite, `vitest@packages/*`, or only its folder, `examples/**`. */
function excludes(patterns: readonly string[]): (suite: Suite) => boolean {
  const covers = patterns.map((pattern) => compileCover(pattern));
  return ({ framework, root }) => covers.some((covered) => covered(`${framework}@${root}`) || covered(root));
}

export function workflowSettings(settings: Settings): WorkflowSettings {
  return {
    gate: {
      mode: settings.gate.mode,
      askAfterFailedIterations: settings.gate.ask_after_failed_iterations,
      askBelowConfidence: settings.gate.ask_below_confidence,
      tokensPerTest: settings.gate.tokens_per_test,
      allowUncovered: settings.gate.allow_uncovered,
    },
    maxIterations: settings.repair.max_iterations,
    budgetSeconds: settings.repair.budget_seconds,
    allowTestEdits: settings.repair.allow_test_edits,
    testTimeoutSeconds: settings.tests.timeout_seconds,
    flakyReruns: settings.tests.flaky_reruns,
    isExcluded: excludes(settings.tests.exclude),
    daemon: {
      attemptLimit: settings.daemon.attempt_limit,
      cooldownSeconds: settings.daemon.cooldown_seconds,
      concurrency: settings.daemon.concurrency,
      maximumPerRun: settings.daemon.maximum_per_run,
      pauseOnTestFailure: settings.daemon.pause_on_test_failure,
      requireApproval: settings.daemon.require_approval,
    },
    landTo: settings.landing,
  };
}
