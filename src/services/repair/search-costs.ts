import type { CostGroup } from "./cost-origins.ts";

/** The part of `COSTS` that does not belong to a single operator. */
export const SEARCH_COSTS = {
  /**
   * Added to every candidate: for an unsuspicious place, for its size, for code that is rarely wrong, for not
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
  /** Questions that decide which synthesized edits are tried. */
  experiment: { from: ["later"], prior: 1 },
  /** Conditions over names in scope, by how usual they are. */
  conditions: {
    from: ["later"],
    absent: 0.05,
    undefined: 0.1,
    falsy: 0.2,
    falsyNumber: 0.15,
    notANumber: 0.15,
    check: 0.15,
    otherArgument: 0.1,
    perCheck: 0.02,
    outer: 0.15,
    flag: 0.05,
    empty: 0,
    sign: 0,
    one: 0.25,
    length: 0.3,
    blank: 0.15,
    type: 0.4,
    nearConstant: 0.45,
    testConstant: 1,
    partOfText: 0.1,
    related: 0.2,
    contained: 0.2,
    perNext: 0.05,
    opposite: 0.2,
    unknownKind: 0.1,
    member: 0.15,
    unusedMember: 0.15,
    perSubject: 0.03,
    unusedParameter: -0.1,
  },
  earlyExit: {
    from: ["later"],
    prior: 1.4,
    later: 0.2,
    nested: 0.4,
    expectedAndUsed: 0,
    expected: 0.05,
    data: 0.5,
    usual: 0.35,
    perValue: 0.05,
    variable: 0.4,
    perVisit: 0.05,
    said: -0.1,
  },
  joinedCondition: { from: ["later"], prior: 1.6, perVisit: 0.05 },
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
