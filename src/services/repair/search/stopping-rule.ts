import { COSTS } from "../costs.ts";
import type { Ordered } from "./batch.ts";
import type { Effort } from "./effort.ts";

const { rivalMargin, coldRivalMargin, shareMargin } = COSTS.search;
/** After the first partial fix, tries this many more candidates to find one that fixes all targets. */
const SHARE_COUNT = 3000;
/** At most this many postponed candidates are tried although a plausible patch is known. */
const MOST_AFTERWARDS = 30;

export interface Known {
  readonly plausible: readonly Ordered[];
  readonly shares: readonly Ordered[];
}

/** How far the candidates have been processed. */
export interface Reached {
  /** Cost of the latest candidate. */
  readonly cost: number;
  /** Number of candidates handed out. */
  readonly count: number;
}

export interface StoppingRule {
  /** Whether no more fresh candidates are needed. */
  isEnough(known: Known, reached: Reached): boolean;
  /** The patch that is as good as this search can find: anything after it is only a rival. */
  settledBy(known: Known): Ordered | undefined;
  /** Whether a postponed candidate may still be tried when such a patch is known. */
  isWorthwhile(candidate: Postponable, settled: Ordered, triedSince: number): boolean;
}

interface Postponable {
  readonly patch: { readonly cost: number };
  readonly depth: number;
  readonly cold: boolean;
}

/** `oneMayFixAll`: whether every target runs some common line, so one edit may fix them all. */
export function createStoppingRule(effort: Effort, oneMayFixAll: boolean): StoppingRule {
  return {
    isEnough({ plausible, shares }, reached) {
      const [whole] = plausible;
      const [share] = shares;
      if (plausible.length >= effort.plausible) return true;
      if (isBeyond(whole, reached, rivalMargin, effort.rivals)) return true;
      if (oneMayFixAll) return isBeyond(share, reached, shareMargin, SHARE_COUNT);
      return isBeyond(share, reached, rivalMargin, effort.rivals);
    },
    settledBy({ plausible: [whole], shares: [share] }) {
      return oneMayFixAll ? whole : (whole ?? share);
    },
    isWorthwhile({ patch, depth, cold }, settled, triedSince) {
      if (triedSince >= MOST_AFTERWARDS) return false;
      if (cold) return patch.cost < settled.patch.cost + coldRivalMargin;
      return depth === 1 && patch.cost < settled.patch.cost;
    },
  };
}

function isBeyond(first: Ordered | undefined, reached: Reached, margin: number, count: number): boolean {
  if (first === undefined) return false;
  return reached.cost > first.patch.cost + margin || reached.count > first.order + count;
}
