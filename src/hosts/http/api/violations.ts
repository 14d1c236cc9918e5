import { z } from "zod";
import { Severity } from "../../../domain/entities/common.ts";
import { Violation } from "../../../domain/entities/violation.ts";
import { PageQuery } from "./common.ts";

export const ViolationsQuery = PageQuery.extend({
  status: z.enum(["open", "resolved", "suppressed", "all"]).default("open"),
  severity: Severity.optional(),
  /** The id of a check. */
  rule: z.string().max(500).optional(),
  /** A glob on the path. */
  file: z.string().max(500).optional(),
  /** Text to find in the message or the path. */
  text: z.string().max(500).optional(),
});

export const ViolationsAnswer = z.object({
  violations: z.array(Violation),
  total: z.int(),
  /** Rules with their violation counts, highest first, over everything that matches the status. */
  rules: z.array(z.object({ rule: z.string(), count: z.int() })),
});
export type ViolationsAnswer = z.infer<typeof ViolationsAnswer>;

export const TrendQuery = z.object({ rule: z.string().max(500).optional() });

const TrendPoint = z.object({ day: z.string(), open: z.int(), opened: z.int(), resolved: z.int() });

/** One point per day on which something changed, oldest first. */
export const TrendAnswer = z.object({ rule: z.string().nullable(), points: z.array(TrendPoint) });
export type TrendAnswer = z.infer<typeof TrendAnswer>;

export const CheckAnswer = z.object({
  opened: z.array(z.string()),
  reopened: z.array(z.string()),
  resolved: z.array(z.string()),
  files_checked: z.int(),
  /** Checks that could not run. */
  problems: z.array(z.object({ contract: z.string(), check: z.string(), why: z.string() })),
});
export type CheckAnswer = z.infer<typeof CheckAnswer>;
