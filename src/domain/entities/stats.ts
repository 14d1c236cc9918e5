import { z } from "zod";

export const StatsBy = z.enum(["week", "brain", "rule", "repository"]);
export type StatsBy = z.infer<typeof StatsBy>;

/** Completed work, people's answers to it, and the cost of both. */
export const StatsRow = z.object({
  /** The Monday of a week, a brain, a rule or a repository. */
  name: z.string(),
  /** Runs that ended, with or without a fix. */
  runs: z.int(),
  /** Runs that ended with a proven change. */
  proven: z.int(),
  /** Changes that a person was asked about. */
  asked: z.int(),
  /** Changes that landed, with or without a person's answer. */
  fixed: z.int(),
  /** Changes that a person rejected or sent back. */
  rejected: z.int(),
  escalated: z.int(),
  /** From the start of a run to its proven change. */
  median_seconds_to_fix: z.number().nullable(),
  /** From the question to a person's answer. */
  median_seconds_to_answer: z.number().nullable(),
  tokens: z.int(),
  /** Null if a model with an unknown price was used. */
  usd: z.number().nullable(),
  /** See `domain/rules/records/human-minutes.ts`. */
  human_minutes: z.number(),
});
export type StatsRow = z.infer<typeof StatsRow>;

export const Stats = z.object({
  by: StatsBy,
  /** Earlier events are excluded; null to include all. */
  since: z.string().nullable(),
  total: StatsRow,
  /** Weeks oldest first; everything else by number of runs, most first. */
  rows: z.array(StatsRow),
});
export type Stats = z.infer<typeof Stats>;
