import { z } from "zod";
import { Score } from "./common.ts";

/** One objective observation and how much it moved its component. */
export const Signal = z.object({ name: z.string(), value: z.string(), score: Score });
export type Signal = z.infer<typeof Signal>;

export const ConfidenceBreakdown = z.object({
  diagnostic_confidence: Score,
  fix_confidence: Score,
  test_coverage_confidence: Score,
  overall: Score,
  signals: z.object({
    diagnostic: z.array(Signal),
    fix: z.array(Signal),
    test_coverage: z.array(Signal),
  }),
});
export type ConfidenceBreakdown = z.infer<typeof ConfidenceBreakdown>;

export const ConfidenceBand = z.enum(["apply", "apply_and_watch", "consider_asking", "ask", "reject"]);
export type ConfidenceBand = z.infer<typeof ConfidenceBand>;
