import { z } from "zod";
import { Timestamp, TraceId } from "./common.ts";
import { ToolCall } from "./tool.ts";

export const PlanStatus = z.enum([
  "review",
  "needs_revision",
  "approved",
  "active",
  "completed",
  "rejected",
  "error",
]);

export const Plan = z.object({
  request_id: z.string().min(1),
  trace_id: TraceId,
  status: PlanStatus,
  created_at: Timestamp,
  goal: z.string(),
  reasoning: z.string(),
  steps: z.array(z.string()),
  files_touched: z.array(z.string()),
  risks: z.array(z.string()),
  /** Machine-readable, so that an approved plan needs no model to run. */
  actions: z.array(ToolCall),
  reviewed_by: z.string().nullable().default(null),
  reviewed_at: Timestamp.nullable().default(null),
  rejection_reason: z.string().nullable().default(null),
  revision: z.int().positive().default(1),
});
export type Plan = z.infer<typeof Plan>;
