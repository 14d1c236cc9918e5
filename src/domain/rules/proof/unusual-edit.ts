import type { SearchEvidence } from "../../entities/evidence.ts";
import { isBySearch } from "./authors.ts";
import { isFullyPinned } from "./pinning.ts";

/** A common edit at a suspected place costs less than this. */
const USUAL_BELOW = 2;
/**
 * An edit that costs this much is always asked about: of three in unseen programs that had no other reason to be asked
 * about, two were wrong.
 */
const STRANGE_FROM = 3.5;
/**
 * Of few candidates of one kind, hardly one passes by luck. Of 51 proposals for unseen programs, 33 were of a kind with
 * fewer than 33 candidates. 30 of these were right, and the other three had rivals or tests that miss small changes; of
 * the other 18, 7 were right.
 */
const FEW_ALIKE = 30;
/** Of this many, one that passes may be wrong although the tests detect every small change to it. */
const MANY_ALIKE = 100;
/** A single test that runs the changed code shows what must change there, not what must stay. */
const LEAST_TESTS = 2;
/**
 * Of few of its kind, an edit is likely only if the tests miss at most one small change to it, and at most one function
 * is more suspicious than its own. In 36 unseen programs, two wrong edits had no other reason to be asked about; the
 * tests missed three and four small changes to them.
 */
const MOST_MISSED = 1;
const MOST_SUSPECTED_MORE = 1;
/** Search measures only its first choice, and only in a warm worker. */
const UNMEASURED =
  "search did not measure how unusual this edit is, nor how well the tests pin it down: another edit failed first, or the tests cannot run in a warm worker";

/**
 * Why an edit that search found needs approval although the tests pass; null for a common one, and for one of few or
 * a fully tested one if several tests run it.
 */
export function whyUnusual(search: SearchEvidence | null, madeBy: readonly string[]): string | null {
  if (search === null) return isBySearch(madeBy) ? UNMEASURED : null;
  if (search.cost < USUAL_BELOW || isLikely(search)) return null;
  const cost = search.cost.toFixed(1);
  return `an unusual edit for this place (search cost ${cost}; common edits are below ${USUAL_BELOW}): such edits often pass the tests without being correct`;
}

function isLikely({ cost, alike, tests, place, pinning }: SearchEvidence): boolean {
  if (cost >= STRANGE_FROM || tests < LEAST_TESTS) return false;
  if ((place ?? 0) > MOST_SUSPECTED_MORE) return false;
  if (alike !== null && alike < FEW_ALIKE) return (pinning?.survived ?? 0) <= MOST_MISSED;
  return (alike === null || alike < MANY_ALIKE) && isFullyPinned(pinning);
}
