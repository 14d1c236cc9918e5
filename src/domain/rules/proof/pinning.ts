import type { Pinning } from "../../entities/evidence.ts";

/** Fewer mutants than this say little. */
const LEAST_MUTANTS = 4;
/** Tests that detect a smaller share of the mutants do not determine the right code. */
const LEAST_NOTICED = 0.94;
/** That none of a few mutants survives may be luck. */
const LEAST_FOR_ALL = 20;

/** The share of small changes to the repaired code that the tests detect; null if too few could be tried. */
export function noticedShare(pinning: Pinning | null): number | null {
  if (pinning === null) return null;
  const { killed, survived } = pinning;
  return killed + survived < LEAST_MUTANTS ? null : killed / (killed + survived);
}

/** The tests detect every small change to the repaired code, of many, and no result is unknown. */
export function isFullyPinned(pinning: Pinning | null): boolean {
  if (pinning === null) return false;
  const { killed, survived, unknown } = pinning;
  return killed >= LEAST_FOR_ALL && survived === 0 && unknown === 0;
}

/** Why the tests do not pin down the place of a change, for people; null if they do, or if it is unknown. */
export function whyUnpinned(pinning: Pinning | null): string | null {
  const share = noticedShare(pinning);
  if (pinning === null || share === null || share >= LEAST_NOTICED) return null;
  const { killed, survived, survivors } = pinning;
  const [first] = survivors;
  const example =
    first === undefined ? "" : `; every test also passes with ${first.description} (${first.differs})`;
  return `the tests notice only ${killed} of ${killed + survived} small changes to the repaired code${example}`;
}
