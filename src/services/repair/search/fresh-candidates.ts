import type { Patch } from "../../../domain/entities/patch.ts";
import type { Ordered } from "./batch.ts";
import type { Pairs } from "./pairs.ts";
import type { Reached } from "./stopping-rule.ts";

/** This many candidates are tried individually before pairs are tried, alternating with the rest. */
const ALONE = 1200;

/**
 * Candidates in order, later mixed with pairs of them. After a null, the next candidate depends on open
 * answers.
 */
export interface FreshCandidates {
  readonly reached: Reached;
  /** Whether no single candidate is left. */
  readonly isExhausted: boolean;
  /** The next candidates; `withPairs` while no patch is known. */
  take(size: number, withPairs: boolean): readonly Ordered[];
}

export function createFreshCandidates(candidates: Iterable<Patch | null>, pairs: Pairs): FreshCandidates {
  const source = candidates[Symbol.iterator]();
  let count = 0;
  let cost = 0;
  let isExhausted = false;

  function single(): Patch | null {
    const next = isExhausted ? undefined : source.next();
    isExhausted ||= next?.done === true;
    if (next?.done !== false || next.value === null) return null;
    cost = next.value.cost;
    pairs.saw(next.value);
    return next.value;
  }

  return {
    get reached() {
      return { cost, count };
    },
    get isExhausted() {
      return isExhausted;
    },
    take(size, withPairs) {
      const taken: Ordered[] = [];
      const add = (patch: Patch | null) => {
        if (patch === null) return;
        taken.push({ patch, order: count });
        count += 1;
      };
      while (taken.length < size) {
        const alone = single();
        add(alone);
        const pair = withPairs && (isExhausted || count > ALONE) ? pairs.next() : null;
        add(pair);
        if (alone === null && pair === null) break;
      }
      return taken;
    },
  };
}
