import { z } from "zod";
import { Timestamp, TraceId } from "./common.ts";

export const Task = z.object({
  task_id: z.string().min(1),
  trace_id: TraceId,
  kind: z.enum(["repair", "fix_violation", "execute_plan"]),
  description: z.string(),
  status: z.enum(["running", "waiting_for_review", "done", "failed", "interrupted"]),
  created_at: Timestamp,
});
export type Task = z.infer<typeof Task>;
