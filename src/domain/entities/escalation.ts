import { z } from "zod";
import { Timestamp } from "./common.ts";

export const Escalation = z.object({
  escalation_id: z.string().regex(/^ESC-[0-9A-Za-z-]+$/),
  type: z.enum(["cannot_fix", "escalate"]),
  violation_id: z.string().nullable().default(null),
  task_id: z.string(),
  created_at: Timestamp,
  status: z.enum(["pending", "resolved"]),
  reason: z.string().min(1),
  constraints: z.array(z.string()).default([]),
  alternatives: z.array(z.string()).default([]),
  agent_analysis: z.object({
    attempted_approaches: z.array(z.string()).default([]),
    files_examined: z.array(z.string()).default([]),
    understanding: z.array(z.string()).default([]),
  }),
  resolution: z
    .object({ by: z.string(), at: Timestamp, guidance: z.string().nullable().default(null) })
    .nullable()
    .default(null),
});
export type Escalation = z.infer<typeof Escalation>;
