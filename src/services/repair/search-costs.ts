import type { CostGroup } from "./cost-origins.ts";

/** The part of `COSTS` that does not belong to a single operator. */
export const SEARCH_COSTS = {
  /**
   * Added to every candidate: for an unsuspicious place, for its size, for code that is seldom wrong, for not
   * addressing the error.
   */
  candidate: {
    from: ["first", "unseen"],
    unsuspected: 2.5,
    likeliestExtra: -0.5,
    perCharacter: 0.004,
    mostForSize: 0.4,
    thrown: 0.4,
    comparedOrShown: 0.6,
    unanswered: 0.8,
  },
  /** Names spelled like one that an error could not find: tried before anything that is only suspected. */
  respelled: {
    from: ["later"],
    prior: 0.3,
    perSlip: 0.1,
    elsewhere: 0.1,
    inTests: 0.2,
    commoner: 0.3,
    definition: 0.1,
    everywhere: 0.05,
  },
  /** The code before recent changes. A small edit preserves the purpose of those changes, so it comes first. */
  takenBack: { from: ["later"], prior: 0.6, severalLines: 0.9, wholeFile: 1.3, perCommit: 0.05 },
  insertion: { from: ["later"], after: 0.05, perBranch: 0.12 },
  /** How far a search continues after a patch, and how long a candidate waits for a retry. */
  search: {
    from: ["first", "later"],
    rivalMargin: 0.9,
    coldRivalMargin: 0.5,
    shareMargin: 1.5,
    deeperWait: 1,
    coldWait: 0.2,
  },
  /** Not costs but fractions of suspicion, from 0 to 1. */
  suspicion: {
    from: ["first", "later"],
    byDistance: [0, 0.55, 0.4, 0.25, 0.15, 0.1, 0.08],
    unlinked: 0.05,
    loaded: 0.5,
    older: 0.7,
    perTrace: 0.1,
    named: 0.2,
    tracedFile: 0.1,
    mostForNames: 0.3,
    innermostFrame: 0.95,
    perFrame: 0.1,
    leastFrame: 0.5,
    parameters: 0.6,
    perLineFromViolation: 0.35,
  },
} as const satisfies Readonly<Record<string, CostGroup>>;
