import type { Patch } from "../../../domain/entities/patch.ts";
import type { Answer } from "../validate/worker.ts";
import { type Batch, DEEPER, type Ordered } from "./batch.ts";
import type { Effort } from "./effort.ts";
import { createFreshCandidates } from "./fresh-candidates.ts";
import type { Pairs } from "./pairs.ts";
import { createPostponed, type Postponed } from "./postponed.ts";
import { createStoppingRule, type Known } from "./stopping-rule.ts";

const COLD_BATCH = 12;
const LEAST_DEEPER_BATCH = 4;

/** Decides which candidates are tried next: postponed ones that are due, then fresh ones while more are needed. */
export interface Scheduler {
  next(known: Known): Batch | null;
  /** Called with every answer, to postpone the candidate if necessary. */
  answered(batch: Batch, candidate: Ordered, answer: Answer): void;
}

export interface SchedulerOptions {
  readonly effort: Effort;
  readonly pairs: Pairs;
  readonly isDear: boolean;
  readonly oneMayFixAll: boolean;
}

export function createScheduler(candidates: Iterable<Patch | null>, options: SchedulerOptions): Scheduler {
  const { effort, isDear } = options;
  const rule = createStoppingRule(effort, options.oneMayFixAll);
  const fresh = createFreshCandidates(candidates, options.pairs);
  const postponed = createPostponed(isDear);
  let afterwards = 0;
  /** Reloading modules takes a long time, so candidates that need it alternate with others. */
  let isColdTurnOver = false;

  function nextPostponed(known: Known): Batch | null {
    const settled = rule.settledBy(known);
    const isDue = (each: Postponed) => {
      if (each.cold && isColdTurnOver && !fresh.isExhausted) return false;
      if (settled !== undefined) return rule.isWorthwhile(each, settled, afterwards);
      if (fresh.isExhausted) return true;
      return (each.promising || each.depth < DEEPER.length) && each.due <= fresh.reached.cost;
    };
    const patches = postponed.take(isDue, ({ cold, depth }) => (cold ? COLD_BATCH : deeperBatch(depth)));
    const [first] = patches;
    if (first === undefined) return null;
    if (settled !== undefined) afterwards += patches.length;
    isColdTurnOver = first.cold;
    return { patches, depth: first.depth, cold: first.cold };
  }

  function deeperBatch(depth: number): number {
    return isDear ? effort.batch : Math.max(LEAST_DEEPER_BATCH, effort.batch >> (2 * depth));
  }

  function nextFresh(known: Known): Batch | null {
    const size = fresh.reached.count === 0 ? effort.firstBatch : effort.batch;
    const patches = fresh.take(size, known.plausible.length + known.shares.length === 0);
    isColdTurnOver = false;
    return patches.length === 0 ? null : { patches, depth: 0, cold: false };
  }

  return {
    next: (known) => nextPostponed(known) ?? (rule.isEnough(known, fresh.reached) ? null : nextFresh(known)),
    answered: postponed.consider,
  };
}
