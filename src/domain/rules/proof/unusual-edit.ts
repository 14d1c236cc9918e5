import type { SearchEvidence } from "../../entities/evidence.ts";
import { isBySearch } from "./authors.ts";
import { isFullyPinned } from "./pinning.ts";

/**
 * A common edit at a suspected place costs less than this. Of the 63 repairs in our training sets that cost this much
 * or more and had neither rivals nor doubts, the tests noticed every small change to 23, and all of those were right;
 * of the other 40, seven were wrong.
 */
const USUAL_BELOW = 2;
/** Search measures only its first choice, and only in a warm worker. */
const UNMEASURED =
  "search did not measure how unusual this edit is, nor how well the tests pin it down: another edit failed first, or the tests cannot run in a warm worker";

/** Why an edit that search found needs approval although the tests pass; null for a common or fully tested one. */
export function whyUnusual(search: SearchEvidence | null, madeBy: readonly string[]): string | null {
  if (search === null) return isBySearch(madeBy) ? UNMEASURED : null;
  if (search.cost < USUAL_BELOW || isFullyPinned(search.pinning)) return null;
  const cost = search.cost.toFixed(1);
  return `an unusual edit for this place (search cost ${cost}; common edits are below ${USUAL_BELOW}): such edits often pass the tests without being correct`;
}
