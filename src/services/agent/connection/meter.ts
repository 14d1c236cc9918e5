import type { ModelUsage } from "../../../domain/ports/model.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { priceOf } from "./prices.ts";

/** What a model may use in one run. */
export interface Limits {
  readonly steps: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly seconds: number;
}

export interface Used {
  readonly steps: number;
  readonly tokens: number;
  /** Null if the model's price is unknown. */
  readonly costUsd: number | null;
  readonly seconds: number;
}

export interface Meter {
  readonly limits: Limits;
  add(usage: ModelUsage): void;
  step(): void;
  /** Adds what a session used before it was interrupted. */
  carry(used: Used): void;
  used(): Used;
  /** What was added since the last call to this function. */
  sinceLast(): { readonly tokens: number; readonly cost_usd: number };
  leftMs(): number;
  /** The time limit that was reached once `leftMs` is zero, as text. */
  timeSpent(): string;
  /** The budget that is spent, as text; null while none is. */
  spent(): string | null;
  /** `3 steps, 4,200 tokens, $0.02`. */
  toString(): string;
}

export function startMeter(modelId: string, limits: Limits, elapsed: () => number): Meter {
  const start = elapsed();
  let steps = 0;
  let tokens = 0;
  let cost = 0;
  /** Whether everything that was used has a price; null while unknown. */
  let isPriced: boolean | null =
    priceOf(modelId, { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }) === null ? null : true;
  const costUsd = () => (isPriced ? cost : null);
  const pay = (price: number | null) => {
    isPriced = price !== null && isPriced !== false;
    cost += price ?? 0;
  };
  let before = 0;
  let told = { tokens: 0, cost: 0 };
  const seconds = () => before + (elapsed() - start) / 1000;
  const timeSpent = () => `the budget of ${limits.seconds} s is spent`;
  return {
    limits,
    add(usage) {
      tokens += usage.inputTokens + usage.outputTokens;
      pay(priceOf(modelId, usage));
    },
    step() {
      steps += 1;
    },
    carry(used) {
      steps += used.steps;
      tokens += used.tokens;
      if (used.tokens > 0) pay(used.costUsd);
      before += used.seconds;
      told = { tokens, cost };
    },
    used: () => ({ steps, tokens, costUsd: costUsd(), seconds: seconds() }),
    sinceLast() {
      const since = { tokens: tokens - told.tokens, cost_usd: cost - told.cost };
      told = { tokens, cost };
      return since;
    },
    leftMs: () => Math.max(0, (limits.seconds - seconds()) * 1000),
    timeSpent,
    spent() {
      if (steps >= limits.steps) return `the budget of ${limits.steps} steps is spent`;
      if (tokens >= limits.tokens) return `the budget of ${limits.tokens} tokens is spent`;
      if (cost >= limits.costUsd) return `the budget of $${limits.costUsd} is spent`;
      if (seconds() >= limits.seconds) return timeSpent();
      return null;
    },
    toString() {
      const money = costUsd() === null ? "price unknown" : `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
      return `${counted(steps, "step")}, ${tokens.toLocaleString("en")} tokens, ${money}`;
    },
  };
}
