import { z } from "zod";
import { ConfidenceBreakdown } from "./confidence.ts";
import { TestResult } from "./test-result.ts";

/** A call on which two versions of the code differ, with both results, in the language's own syntax. */
export const Split = z.object({
  /** The file whose function is called. */
  path: z.string(),
  call: z.string(),
  /** The result with the change, and with the other version. */
  mine: z.string(),
  other: z.string(),
});
export type Split = z.infer<typeof Split>;

export const Alternative = z.object({
  description: z.string(),
  diff: z.string(),
  differs: z.string().nullable().default(null),
  split: Split.nullable().default(null),
});
export type Alternative = z.infer<typeof Alternative>;

/** The result of an independent second run that checks a proof. */
export const ConfirmationRecord = z.object({
  /** Tests that both runs executed, with the same outcome. */
  tests: z.int().nonnegative(),
  /** Canary tests, all of which failed as expected. */
  canaries: z.int().nonnegative(),
  /** Why it could not be confirmed; null when it was. */
  missing: z.string().nullable().default(null),
  notes: z.array(z.string()).default([]),
});
export type ConfirmationRecord = z.infer<typeof ConfirmationRecord>;

/** Small changes to the repaired code (mutants), and how many of them the tests detect. */
export const Pinning = z.object({
  /** `killed`: detected by a test. `survived`: passes every test but behaves differently on some varied input. */
  killed: z.int().nonnegative(),
  survived: z.int().nonnegative(),
  /** Pass every test, and behave the same on every varied input. */
  equal: z.int().nonnegative().default(0),
  /** Pass every test, but could not be compared. */
  unknown: z.int().nonnegative().default(0),
  /** The same for the changed lines alone, without the function around them. */
  killed_near: z.int().nonnegative().default(0),
  survived_near: z.int().nonnegative().default(0),
  /** A few that survived, with an input and both answers. */
  survivors: z
    .array(z.object({ description: z.string(), differs: z.string(), split: Split.nullable().default(null) }))
    .default([]),
});
export type Pinning = z.infer<typeof Pinning>;

/** How the search found a change, and what that says about it. */
export const SearchEvidence = z.object({
  /** How many functions are more suspicious than the changed one; null in records of version 0.1. */
  place: z.int().nonnegative().nullable().default(null),
  /** The cost that ranks the candidate: common edits cost less. */
  cost: z.number(),
  /** Candidates that were tried before it. */
  before: z.int().nonnegative(),
  /** Candidates of the same kind (made by the same operator) that were tried; null if they were not counted. */
  alike: z.int().nonnegative().nullable().default(null),
  /** Changes that pass the tests, including equivalent ones. */
  passing: z.int().nonnegative(),
  /** Tests that run the changed code. */
  tests: z.int().nonnegative(),
  /** Null if it could not be measured. */
  pinning: Pinning.nullable().default(null),
});
export type SearchEvidence = z.infer<typeof SearchEvidence>;

export const LineRun = z.object({
  path: z.string(),
  line: z.int().positive(),
  run: z.boolean(),
  /**
   * Some of the tests known to run the line, starting with those that the change fixed. Null if the run was not
   * measured test by test. Empty for a line that runs, but only while a file is loaded.
   */
  tests: z.array(z.string()).nullable().default(null),
  /** How many tests are known to run it. */
  test_count: z.int().nonnegative().default(0),
});
export type LineRun = z.infer<typeof LineRun>;

/** Why a change can be trusted: everything here was observed in a run; nothing was asserted by a brain. */
export const Evidence = z.object({
  tests_before: TestResult,
  tests_after: TestResult,
  fixed: z.array(z.string()),
  still_failing: z.array(z.string()),
  /** Always empty, because such a change is refused; version 0.1 cannot read evidence without it. */
  broken: z.array(z.string()).default([]),
  flaky: z.array(z.string()).default([]),
  checks_before: z.int().nonnegative().nullable().default(null),
  checks_after: z.int().nonnegative().nullable().default(null),
  /** Ids of violations that exist only before the change, and only after it. */
  checks_gone: z.array(z.string()).default([]),
  checks_come: z.array(z.string()).default([]),
  changed_lines: z.object({
    total: z.int().nonnegative(),
    /** Null if no coverage could be measured; then it is unknown whether tests run the change. */
    covered: z.int().nonnegative().nullable(),
  }),
  /** The changed lines that were measured, and whether a test ran them; by line of the new text. */
  line_runs: z.array(LineRun).default([]),
  /** Places of the change that no test runs, as sentences. */
  untested: z.array(z.string()).default([]),
  /** Objections to the change although the tests pass, as sentences. */
  doubts: z.array(z.string()).default([]),
  /** Parts of the change that could differ without any test noticing, as sentences. */
  unnoticed: z.array(z.string()).default([]),
  /** What the search knows about the change; null if the search did not make it alone. */
  search: SearchEvidence.nullable().default(null),
  /** The number of words, numbers and operators the change adds; null in older evidence. */
  new_tokens: z.int().nonnegative().nullable().default(null),
  /** Null in older evidence. */
  confirmation: ConfirmationRecord.nullable().default(null),
  /** Suites that the user's settings exclude, by name. */
  excluded_suites: z.array(z.string()).default([]),
  confidence: ConfidenceBreakdown,
  alternatives: z.array(Alternative).default([]),
  /** Test files of the change itself: they fail without the rest of it and pass with it. */
  added_tests: z.array(z.string()).default([]),
  notes: z.array(z.string()).default([]),
  /** Paths with uncommitted changes when this was observed. */
  uncommitted: z.array(z.string()).default([]),
  /** Who made the change: `search`, `llm`, `conformance`, a person. */
  made_by: z.array(z.string()).default([]),
  /** Where it ran: the sandbox's backend, and the programs with their versions. */
  sandbox: z.string().nullable().default(null),
  tools: z.record(z.string(), z.string()).default({}),
});
export type Evidence = z.infer<typeof Evidence>;
