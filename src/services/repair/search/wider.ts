import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { lateOperators } from "../operators/late.ts";
import { type ProposeOptions, propose } from "../propose/propose.ts";
import { keyOf } from "../propose/to-patch.ts";
import { isEntangled, joined } from "./pairs.ts";

/** Multiplies the number of proposals that an operator may make at a site. */
const LOOSER = 4;
/** This many of the cheapest candidates are combined in pairs. */
const MOST_JOINED = 100;

/** What a search that found nothing tries next, for people. */
export const WIDENED = `none of the usual candidates fixed the tests, so ${LOOSER} times as many and rarer kinds were tried at each place, then the ${MOST_JOINED} most likely ones in pairs`;

/**
 * What remains when the usual candidates are exhausted: proposals that operators omitted at each site and those of
 * late operators, then pairs of the cheapest candidates, which may help only together. Always in the same order, and
 * finite.
 */
export function* widerCandidates(target: RepairTarget, options: ProposeOptions): Generator<Patch> {
  const known = new Set<string>();
  const cheapest: Patch[] = [];
  for (const patch of propose(target, options)) {
    known.add(keyOf(patch));
    if (cheapest.length < MOST_JOINED) cheapest.push(patch);
  }
  for (const patch of propose(target, {
    ...options,
    operators: [...options.operators, ...lateOperators],
    looser: LOOSER,
  }))
    if (!known.has(keyOf(patch))) yield patch;
  yield* pairsOf(cheapest);
}

/** The lower the combined cost, the earlier. */
function* pairsOf(patches: readonly Patch[]): Generator<Patch> {
  for (let sum = 1; sum < 2 * patches.length; sum += 1) {
    for (let at = 0; at < sum - at; at += 1) {
      const [first, second] = [patches[at], patches[sum - at]];
      if (first !== undefined && second !== undefined && !isEntangled(first, second))
        yield joined(first, second);
    }
  }
}
