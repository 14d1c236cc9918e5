import { COSTS } from "../costs.ts";
import type { Answer } from "../validate/worker.ts";
import { type Batch, DEEPER, type Ordered } from "./batch.ts";

/**
 * Reloading modules is slow, but may be the only way to decide, so it waits less than a retry with more
 * ticks.
 */
const { coldWait, deeperWait } = COSTS.search;
const MOST_COLD = 1200;
/** At most this many candidates without any progress get the full tick budget. */
const MOST_DEEPEST = 24;

export interface Postponed extends Ordered {
  readonly depth: number;
  readonly cold: boolean;
  /** It is retried when the search reaches candidates of this cost. */
  readonly due: number;
  /** Whether it fixed or advanced a target before it ran out of ticks. */
  readonly promising: boolean;
}

/** Candidates whose first attempt was inconclusive, in the order in which they are retried. */
export interface PostponedCandidates {
  /** Keeps a candidate if its answer calls for a retry. */
  consider(batch: Batch, candidate: Ordered, answer: Answer): void;
  /** Removes and returns up to `sizeOf(first)` candidates that `isDue` and need the same kind of retry. */
  take(isDue: (each: Postponed) => boolean, sizeOf: (first: Postponed) => number): readonly Postponed[];
}

/** `isDear`: whether every request is slow, so that reloading modules makes little difference. */
export function createPostponed(isDear: boolean): PostponedCandidates {
  const waiting: Postponed[] = [];
  let cold = 0;
  let deepest = 0;

  function deeper(batch: Batch, candidate: Ordered, promising: boolean): void {
    const depth = batch.depth + 1;
    if (depth === DEEPER.length && !promising) {
      deepest += 1;
      if (deepest > MOST_DEEPEST) return;
    }
    const { cost } = candidate.patch;
    const due = promising ? cost : cost + deeperWait * depth;
    waiting.push({ ...candidate, depth, cold: batch.cold, due, promising });
  }

  return {
    consider(batch, candidate, { verdict, fixed, further }) {
      if (verdict === "out_of_ticks" && batch.depth < DEEPER.length)
        deeper(batch, candidate, fixed > 0 || further);
      if ((verdict !== "cold" && verdict !== "cold_too") || cold >= MOST_COLD) return;
      cold += 1;
      const wait = !isDear && verdict === "cold" ? coldWait : deeperWait;
      const due = candidate.patch.cost + wait;
      waiting.push({ ...candidate, depth: 0, cold: true, due, promising: false });
    },
    take(isDue, sizeOf) {
      const due = waiting.filter(isDue);
      const [first] = due;
      if (first === undefined) return [];
      const chosen = due
        .filter((each) => each.depth === first.depth && each.cold === first.cold)
        .slice(0, sizeOf(first));
      for (const each of chosen) waiting.splice(waiting.indexOf(each), 1);
      return chosen;
    },
  };
}
