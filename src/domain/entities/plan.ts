import { z } from "zod";
import { Timestamp, TraceId } from "./common.ts";
import { ToolCall } from "./tool.ts";

/** What becomes of a written plan. `needs_reason`: rejected without a reason. */
export const PLAN_STAGES = [
  "review",
  "needs_revision",
  "needs_reason",
  "approved",
  "active",
  "completed",
  "rejected",
  "error",
] as const;

/** The status in a plan's front matter. A draft is still being written: nobody is asked about it. */
export const PlanStatus = z.enum(["draft", ...PLAN_STAGES]);
export type PlanStatus = z.infer<typeof PlanStatus>;

/** The fields that the author of a plan, a model or a person, must provide. */
export const PlanDraft = z.object({
  goal: z.string(),
  reasoning: z.string(),
  steps: z.array(z.string()),
  files_touched: z.array(z.string()),
  risks: z.array(z.string()),
  /** Machine-readable, so that an approved plan needs no model to run. */
  actions: z.array(ToolCall),
});
export type PlanDraft = z.infer<typeof PlanDraft>;

export const Plan = PlanDraft.extend({
  request_id: z.string().min(1),
  trace_id: TraceId,
  status: PlanStatus,
  created_at: Timestamp,
  /** A person allows this plan to change the tests that judge it. */
  allow_test_edits: z.boolean().default(false),
  reviewed_by: z.string().nullable().default(null),
  reviewed_at: Timestamp.nullable().default(null),
  rejection_reason: z.string().nullable().default(null),
  revision: z.int().positive().default(1),
});
export type Plan = z.infer<typeof Plan>;
