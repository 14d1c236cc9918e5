import type { GuardEvent } from "../../domain/entities/guard-event.ts";
import type { HarnessState } from "./harness/state.ts";
import type { HarnessSettings } from "./settings/settings.ts";

export interface BudgetUse {
  readonly what: "tokens" | "dollars" | "steps" | "seconds";
  readonly used: number;
  readonly limit: number;
}

/** How much of each limited budget is used. Time counts from the first event of the session. */
export function budgetUse(
  event: GuardEvent,
  state: HarnessState,
  settings: HarnessSettings,
): readonly BudgetUse[] {
  const { budget, context_injection } = settings.middleware;
  if (!budget.enabled) return [];
  const limits = [budget.max_seconds, context_injection.time_budget_seconds].filter((limit) => limit > 0);
  const seconds = limits.length === 0 ? 0 : Math.min(...limits);
  const elapsed =
    state.started_at === null ? 0 : (Date.parse(event.at) - Date.parse(state.started_at)) / 1000;
  const uses: BudgetUse[] = [
    { what: "tokens", used: state.tokens + (event.usage?.tokens ?? 0), limit: budget.max_tokens },
    { what: "dollars", used: state.cost_usd + (event.usage?.cost_usd ?? 0), limit: budget.max_cost_usd },
    { what: "steps", used: state.steps, limit: budget.max_steps },
    { what: "seconds", used: Number.isFinite(elapsed) ? Math.max(0, elapsed) : 0, limit: seconds },
  ];
  return uses.filter((use) => use.limit > 0);
}

export function isSpent(use: BudgetUse): boolean {
  return use.used >= use.limit;
}
