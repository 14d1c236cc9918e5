import type { SearchEvidence } from "../entities/evidence.ts";

/**
 * A common edit at a suspected place costs less than this. Of the 69 repairs graded with hidden tests that cost
 * this much or more, 45 were right. Every wrong repair that no other rule asked about cost at least this much.
 */
const USUAL_BELOW = 2;

/** Why an edit that search found needs approval although the tests pass; null for a common one. */
export function whyUnusual(search: SearchEvidence | null): string | null {
  if (search === null || search.cost < USUAL_BELOW) return null;
  const cost = search.cost.toFixed(1);
  return `an unusual edit for this place (search cost ${cost}; common edits are below ${USUAL_BELOW}): such edits often pass the tests without being correct`;
}
