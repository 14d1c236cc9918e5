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
  return new RunningMeter(modelId, limits, elapsed);
}

class RunningMeter implements Meter {
  readonly limits: Limits;
  readonly #modelId: string;
  readonly #elapsed: () => number;
  readonly #start: number;
  #steps = 0;
  #tokens = 0;
  #cost = 0;
  /** Seconds that a session used before it was interrupted. */
  #before = 0;
  #told = { tokens: 0, cost: 0 };
  /** Whether everything that was used has a price; null while unknown. */
  #isPriced: boolean | null;

  constructor(modelId: string, limits: Limits, elapsed: () => number) {
    const nothing = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
    this.limits = limits;
    this.#modelId = modelId;
    this.#elapsed = elapsed;
    this.#start = elapsed();
    this.#isPriced = priceOf(modelId, nothing) === null ? null : true;
  }

  add(usage: ModelUsage): void {
    this.#tokens += usage.inputTokens + usage.outputTokens;
    this.#pay(priceOf(this.#modelId, usage));
  }

  step(): void {
    this.#steps += 1;
  }

  carry(used: Used): void {
    this.#steps += used.steps;
    this.#tokens += used.tokens;
    if (used.tokens > 0) this.#pay(used.costUsd);
    this.#before += used.seconds;
    this.#told = { tokens: this.#tokens, cost: this.#cost };
  }

  used(): Used {
    return { steps: this.#steps, tokens: this.#tokens, costUsd: this.#costUsd(), seconds: this.#seconds() };
  }

  sinceLast(): { readonly tokens: number; readonly cost_usd: number } {
    const since = { tokens: this.#tokens - this.#told.tokens, cost_usd: this.#cost - this.#told.cost };
    this.#told = { tokens: this.#tokens, cost: this.#cost };
    return since;
  }

  leftMs(): number {
    return Math.max(0, (this.limits.seconds - this.#seconds()) * 1000);
  }

  timeSpent(): string {
    return `the budget of ${this.limits.seconds} s is spent`;
  }

  spent(): string | null {
    const { steps, tokens, costUsd, seconds } = this.limits;
    if (this.#steps >= steps) return `the budget of ${steps} steps is spent`;
    if (this.#tokens >= tokens) return `the budget of ${tokens} tokens is spent`;
    if (this.#cost >= costUsd) return `the budget of $${costUsd} is spent`;
    return this.#seconds() >= seconds ? this.timeSpent() : null;
  }

  toString(): string {
    const money =
      this.#costUsd() === null ? "price unknown" : `$${this.#cost.toFixed(this.#cost < 1 ? 4 : 2)}`;
    return `${counted(this.#steps, "step")}, ${this.#tokens.toLocaleString("en")} tokens, ${money}`;
  }

  #pay(price: number | null): void {
    this.#isPriced = price !== null && this.#isPriced !== false;
    this.#cost += price ?? 0;
  }

  #costUsd(): number | null {
    return this.#isPriced ? this.#cost : null;
  }

  #seconds(): number {
    return this.#before + (this.#elapsed() - this.#start) / 1000;
  }
}
